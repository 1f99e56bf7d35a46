-- beside: 0019
-- A gym that was deleted 30 days ago goes in pieces, each a transaction of its own: nothing is held for long, and whoever
-- is stopped on the way goes on later.

create function may_purge(gym integer) returns boolean
  language sql stable as $$
  select exists (select from gyms where id = gym and id > 0 and deleted_at < now() - interval '30 days')
$$;

create or replace function record_history() returns trigger
  language plpgsql as $$
declare
  hidden constant text[] := array['version', 'updated_at', 'search', 'last_seen', 'session_epoch', 'kept_session',
                                  'announced', 'clock_offset', 'set_at'];
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - hidden end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - hidden end;
  changes jsonb;
  subject jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  -- A gym that is purged leaves no history either.
  if tg_op = 'DELETE' and may_purge(old.gym_id) then return null; end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, case when key = 'password_hash' then '["•", "•"]'::jsonb
                                      else jsonb_build_array(before -> key, value) end)
      into changes from jsonb_each(after) where before -> key is distinct from value;
    if changes is null then return null; end if;
  else
    changes := (before || after) - array['password_hash'];
  end if;
  insert into history (gym_id, id_user, entity, entity_id, action, changes)
  values ((subject ->> 'gym_id')::integer, nullif(current_setting('app.user_id', true), '')::bigint,
          tg_table_name, (subject ->> 'id')::bigint, lower(tg_op), changes);
  return null;
end $$;

-- The tables of gyms, what refers to others before these, the list of gyms last.
create function purge_order() returns setof regclass
  language sql stable as $$
  with recursive own as (
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'gym_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
  ), placed as (
    select oid, 0 as depth from own
    union
    select k.confrelid, p.depth + 1 from placed p join pg_constraint k on k.conrelid = p.oid and k.contype = 'f'
      join own on own.oid = k.confrelid
  )
  (select oid::regclass from placed group by oid order by max(depth), oid::regclass::text) union all select 'gyms'
$$;

-- Deletes at most `size` rows of a gym from a table, null: all. Answers how many; null where the gym may not go, or
-- another server is at it.
create function purge_piece(gym integer, target regclass, size integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone integer;
  own constant text := case when target = 'gyms'::regclass then 'id' else 'gym_id' end;
begin
  if not may_purge(gym) or not pg_try_advisory_xact_lock(7206, gym) then return null; end if;
  perform from purge_order() as each where each = target;
  if not found then raise exception '% is no table of gyms', target; end if;
  perform set_config('app.gym_id', gym::text, true);
  execute format('delete from %1$s where ctid = any (array(select ctid from %1$s where %2$I = $1 limit $2))', target, own)
    using gym, size;
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke execute on function purge_piece(integer, regclass, integer) from public;
grant execute on function purge_piece(integer, regclass, integer) to torniquete_server;

-- For servers of the version before, which ask for all at once.
create or replace function purge_gym(gym integer) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own regclass;
begin
  if not may_purge(gym) then return false; end if;
  for own in select * from purge_order() loop
    perform purge_piece(gym, own, null);
  end loop;
  return true;
end $$;

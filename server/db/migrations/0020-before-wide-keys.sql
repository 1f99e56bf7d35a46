-- beside: 0019
-- Keys that grow with the years, of all gyms together, get 64 bits. Before the tables (0021): functions that take either,
-- and references that hold for new rows only, or each table's change would look at all that refers to it. That they held
-- for the others is looked at last (0022), beside the work. Gyms, roles and the numbers at the terminals are few, or have
-- nine digits at the most, and stay as they are.

lock table attendances, clients, devices, door_acts, membership_payments, memberships, notifications, outbox, paid_until,
  pins, products, purchase_items, purchases, revenue_days, sale_items, sales, serial_numbers, stock_movements, suppliers,
  support_requests, terminal_users, usernames, users, voids in access exclusive mode;
do $$
declare
  kept record;
begin
  for kept in
    select conrelid::regclass as target, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and confrelid not in ('gyms'::regclass, 'roles'::regclass)
    order by 1, 2
  loop
    execute format('alter table %s drop constraint %I, add constraint %2$I %3$s not valid', kept.target, kept.name, kept.definition);
  end loop;
end $$;

-- Of a gym as a whole 0, of its users 1 and on. Two users whose numbers are 2,147,483,647 apart share one: they wait for
-- each other, no more.
drop function standing_key(integer, integer);
create function standing_key(gym integer, which bigint) returns bigint
  language sql immutable as $$
  select 1::bigint << 62 | gym::bigint << 31 | case when which = 0 then 0 else 1 + (which - 1) % 2147483647 end
$$;

drop function require_standing(integer, integer, text, integer, text);
create function require_standing(gym integer, which bigint, held_role text, epoch integer, session text) returns void
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(standing_key(gym, 0)), pg_advisory_xact_lock_shared(standing_key(gym, which));
  -- A statement of its own: it sees what was committed while the locks were waited for.
  perform from users u join roles r on r.id = u.id_role join gyms g on g.id = u.gym_id
    where u.gym_id = gym and u.id = which and u.is_active and u.deleted_at is null and g.is_active and g.deleted_at is null
      and r.name = held_role and (u.session_epoch = epoch or u.kept_session = session)
      and not exists (select from ended_sessions e where e.gym_id = gym and e.session = require_standing.session);
  if not found then raise exception 'the right has ended' using errcode = 'TQ401'; end if;
end $$;

drop function next_document_number(integer, text);
drop function next_document(integer, text, timestamptz);
create function next_document(gym integer, which text, wanted timestamptz, out number bigint, out at timestamptz)
  language sql as $$
  insert into document_numbers as d (gym_id, kind, last, last_at) values (gym, which, 1, wanted)
  on conflict (gym_id, kind) do update set last = d.last + 1, last_at = greatest(d.last_at, excluded.last_at)
  returning last::bigint, last_at
$$;

drop function cancel_messages(integer, integer, integer, text);
create function cancel_messages(gym integer, client bigint, payment bigint, why text) returns void
  language sql as $$
  update outbox set state = 'cancelled', state_at = now(), reason = why, next_attempt_at = null
  where gym_id = gym and id_client = client and state = 'pending' and handed_at is null
    and (payment is null or id_membership_payment = payment)
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

create or replace function record_gym_history() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  outside constant text := coalesce(current_setting('app.gym_id', true), '');
  hidden constant text[] := array['version', 'updated_at', 'next_pin', 'id_user', 'created_at'];
  changes jsonb;
begin
  select jsonb_object_agg(a.key, jsonb_build_array(b.value, a.value)) into changes
  from jsonb_each(to_jsonb(new) - hidden) a join jsonb_each(to_jsonb(old) - hidden) b using (key) where a.value <> b.value;
  if changes is null then return null; end if;
  perform set_config('app.gym_id', new.id::text, true);
  insert into history (gym_id, id_user, entity, entity_id, action, changes)
  values (new.id, nullif(current_setting('app.user_id', true), '')::bigint, 'gym', new.id, 'update', changes);
  perform set_config('app.gym_id', outside, true);
  return null;
end $$;

-- A report goes out from the first of its hours after it was set: one that is past already is no reason to send at once.
alter table report_schedule add column set_at timestamptz not null default 'epoch';

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
  values ((subject ->> 'gym_id')::integer, nullif(current_setting('app.user_id', true), '')::integer,
          tg_table_name, (subject ->> 'id')::bigint, lower(tg_op), changes);
  return null;
end $$;

-- What becomes of a gym is in its own history, whoever did it; and what is in the history stays as it was written.

create function record_gym_history() returns trigger
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
  values (new.id, nullif(current_setting('app.user_id', true), '')::integer, 'gym', new.id, 'update', changes);
  perform set_config('app.gym_id', outside, true);
  return null;
end $$;
create trigger recorded after update of name, username, owner, email, phone_number, website_url, address, social_link,
  is_active, logo_url, logo_path, deleted_at on gyms for each row when (new.id > 0) execute function record_gym_history();

revoke update, delete, truncate on history from torniquete_server;


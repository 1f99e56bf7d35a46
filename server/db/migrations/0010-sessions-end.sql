-- A right that ends takes its sessions along for good: whoever is activated again logs in again. Which session a new
-- password or role leaves, its change says; one that an earlier change kept has no part in a deactivation.
create or replace function end_sessions() returns trigger
  language plpgsql as $$
begin
  if new.password_hash is distinct from old.password_hash or new.id_role <> old.id_role then
    new.session_epoch := old.session_epoch + 1;
  end if;
  if new.is_active <> old.is_active or new.deleted_at is distinct from old.deleted_at then
    new.session_epoch := old.session_epoch + 1;
    new.kept_session := null;
  end if;
  return new;
end $$;
drop trigger sessions_end on users;
create trigger sessions_end before update of password_hash, id_role, is_active, deleted_at on users
  for each row execute function end_sessions();

-- The platform switches gyms off from outside of them.
create function end_sessions_of_gym() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  outside constant text := coalesce(current_setting('app.gym_id', true), '');
begin
  perform set_config('app.gym_id', new.id::text, true);
  update users set session_epoch = session_epoch + 1, kept_session = null where gym_id = new.id;
  perform set_config('app.gym_id', outside, true);
  return null;
end $$;
create trigger sessions_end after update of is_active, deleted_at on gyms
  for each row when (new.is_active <> old.is_active or new.deleted_at is distinct from old.deleted_at)
  execute function end_sessions_of_gym();

-- beside: 0035
-- Rows are locked first: of users, then of gyms, then names and numbers; what a session is judged under comes last, the user's own
-- lock before the gym's. So whoever holds the lock of a gym waits for nobody but the disk, and nobody waits in a circle.

-- A changed password or role keeps no session but the one that this statement names, or that says so by itself (app.session).
create or replace function end_sessions() returns trigger language plpgsql as $$
begin
  if new.password_hash is distinct from old.password_hash or new.id_role <> old.id_role then
    new.session_epoch := old.session_epoch + 1;
    if new.kept_session is not distinct from old.kept_session then
      new.kept_session := nullif(current_setting('app.session', true), '');
    end if;
  end if;
  if new.is_active <> old.is_active or new.deleted_at is distinct from old.deleted_at then
    new.session_epoch := old.session_epoch + 1;
    new.kept_session := null;
  end if;
  return new;
end $$;

-- Waits for the user's writes that are about to be committed; of the triggers of the row it is the last.
create function wait_for_writes() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(standing_key(new.gym_id, new.id));
  return null;
end $$;
create trigger sessions_ended after update of password_hash, id_role, is_active, deleted_at on users
  for each row when (new.session_epoch <> old.session_epoch) execute function wait_for_writes();

-- Before its names and numbers: whoever is made new has the gym's row before these.
drop trigger passed_on on users;
create trigger handed_on after update on users for each row
  when (old.username <> new.username or old.id_role <> new.id_role or old.is_active <> new.is_active or old.deleted_at is distinct from new.deleted_at)
  execute function pass_login_on();

create or replace function end_sessions_of_gym() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  outside constant text := coalesce(current_setting('app.gym_id', true), '');
begin
  perform set_config('app.gym_id', new.id::text, true);
  update users set session_epoch = session_epoch + 1, kept_session = null where gym_id = new.id;
  perform set_config('app.gym_id', outside, true);
  return null;
end $$;

-- Waits for the gym's writes that are about to be committed, as the last thing of its own transaction.
create function wait_for_writes_of_gym() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(standing_key(new.id, 0));
  return null;
end $$;
create constraint trigger sessions_ended after update of is_active, deleted_at on gyms
  deferrable initially deferred for each row
  when (new.is_active <> old.is_active or new.deleted_at is distinct from old.deleted_at)
  execute function wait_for_writes_of_gym();

create or replace function require_standing(gym integer, which bigint, held_role text, epoch integer, session text) returns void
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(standing_key(gym, which));
  perform pg_advisory_xact_lock_shared(standing_key(gym, 0));
  -- A statement of its own: it sees what was committed while the locks were waited for.
  perform from users u join roles r on r.id = u.id_role join gyms g on g.id = u.gym_id
    where u.gym_id = gym and u.id = which and u.is_active and u.deleted_at is null and g.is_active and g.deleted_at is null
      and r.name = held_role and (u.session_epoch = epoch or u.kept_session = session)
      and not exists (select from ended_sessions e where e.gym_id = gym and e.session = require_standing.session);
  if not found then raise exception 'the right has ended' using errcode = 'TQ401'; end if;
end $$;

-- A right is asked once more as the last thing before a write is committed. Whoever ends it waits for those who have
-- already asked and are about to commit, and they do not begin to ask while it is being ended: so nothing is committed
-- with a right whose end was answered. Both take milliseconds, and who waits for the end of a right is next in line.
create function standing_key(gym integer, which integer) returns bigint
  language sql immutable as $$ select 1::bigint << 62 | gym::bigint << 31 | which $$;

create function require_standing(gym integer, which integer, held_role text, epoch integer, session text) returns void
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(standing_key(gym, 0)), pg_advisory_xact_lock_shared(standing_key(gym, which));
  -- A statement of its own: it sees what was committed while the locks were waited for.
  perform from users u join roles r on r.id = u.id_role join gyms g on g.id = u.gym_id
    where u.gym_id = gym and u.id = which and u.is_active and u.deleted_at is null and g.is_active and g.deleted_at is null
      and r.name = held_role and (u.session_epoch = epoch or u.kept_session = session);
  if not found then raise exception 'the right has ended' using errcode = 'TQ401'; end if;
end $$;

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
  if new.session_epoch <> old.session_epoch then
    perform pg_advisory_xact_lock(standing_key(new.gym_id, new.id));
  end if;
  return new;
end $$;

create or replace function end_sessions_of_gym() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  outside constant text := coalesce(current_setting('app.gym_id', true), '');
begin
  perform pg_advisory_xact_lock(standing_key(new.id, 0));
  perform set_config('app.gym_id', new.id::text, true);
  update users set session_epoch = session_epoch + 1, kept_session = null where gym_id = new.id;
  perform set_config('app.gym_id', outside, true);
  return null;
end $$;

-- What is given is taken as it is, names too: whoever fills tables in bulk keeps document_numbers and what was printed.
create or replace function complete_document() returns trigger
  language plpgsql as $$
begin
  if new.number is null then
    if tg_table_name = 'membership_payments' then
      select d.number, d.at into new.number, new.payment_date from next_document(new.gym_id, tg_argv[0], new.payment_date) d;
    else
      select d.number, d.at into new.number, new.created_at from next_document(new.gym_id, tg_argv[0], new.created_at) d;
    end if;
  end if;
  if new.user_name is null then
    select name into new.user_name from users where gym_id = new.gym_id and id = new.id_user;
  end if;
  if tg_table_name = 'voids' then return new; end if;
  if new.party_name is null then
    if tg_table_name = 'purchases' then
      select name into new.party_name from suppliers where gym_id = new.gym_id and id = new.id_supplier;
    else
      select name into new.party_name from clients where gym_id = new.gym_id and id = new.id_client;
    end if;
  end if;
  return new;
end $$;

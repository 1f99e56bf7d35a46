-- Sessions that were ended by hand, until their tokens would have expired by themselves.
create table ended_sessions (
  gym_id integer not null references gyms on delete cascade,
  session text not null,
  expires timestamptz not null,
  primary key (gym_id, session)
);
select own_by_gym('ended_sessions', 'users');

create or replace function require_standing(gym integer, which integer, held_role text, epoch integer, session text) returns void
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

-- A card opens the door for one: of two clients with one card the terminal lets in whom it finds. What is there twice
-- already stays until somebody changes it.
create index clients_by_card on clients (gym_id, card_number) where card_number is not null and deleted_at is null;
create function keep_card() returns trigger
  language plpgsql as $$
begin
  if new.card_number is null or new.deleted_at is not null then return new; end if;
  if tg_op = 'UPDATE' and new.card_number = old.card_number and new.deleted_at is not distinct from old.deleted_at then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(new.card_number, new.gym_id));
  perform from clients c where c.gym_id = new.gym_id and c.card_number = new.card_number and c.deleted_at is null and c.id <> new.id;
  if found then raise unique_violation using constraint = 'clients_card', message = 'the card is somebody else''s'; end if;
  return new;
end $$;
create trigger carded before insert or update of card_number, deleted_at on clients for each row execute function keep_card();

-- outside a transaction
-- beside: 0019
-- A terminal knows a card by its number: 0042 and 42 are one there. Null where there is no card behind it; what is no
-- number is told to no terminal and compared as it is written.
create or replace function card_form(card text) returns text
  language sql immutable parallel safe as $$
  select case when card ~ '^[0-9]{1,20}$' then nullif(ltrim(card, '0'), '') else card end
$$;

create index concurrently if not exists clients_by_card_form on clients (gym_id, card_form(card_number))
  where card_number is not null and deleted_at is null;

-- What is there twice already, in one form or two, stays until somebody gives either another card.
create or replace function keep_card() returns trigger
  language plpgsql as $$
declare
  form constant text := card_form(new.card_number);
begin
  if form is null or new.deleted_at is not null then return new; end if;
  if tg_op = 'UPDATE' and form = card_form(old.card_number) and new.deleted_at is not distinct from old.deleted_at then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(form, new.gym_id));
  perform from clients c
    where c.gym_id = new.gym_id and c.card_number is not null and c.deleted_at is null and card_form(c.card_number) = form
      and c.id <> new.id;
  if found then raise unique_violation using constraint = 'clients_card', message = 'the card is somebody else''s'; end if;
  return new;
end $$;

drop index concurrently if exists clients_by_card;

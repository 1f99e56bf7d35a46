-- outside a transaction
-- beside: 0035
-- A card is looked for as it may be written, with any number of zeros before it: row-level security keeps `card_form` from
-- using an index, and each new card was compared with those of all clients, ten milliseconds where there are 10,000.
create or replace function card_spellings(card text) returns text[]
  language sql immutable parallel safe as $$
  select case when card ~ '^[0-9]{1,20}$'
              then (select array_agg(lpad(ltrim(card, '0'), n, '0')) from generate_series(length(ltrim(card, '0')), 20) n)
              else array[card] end
$$;

create index concurrently if not exists clients_by_card on clients (gym_id, card_number)
  where card_number is not null and deleted_at is null;

-- In a new installation the first plan is made for a table that is empty, and kept while a file of thousands fills it.
alter function next_pin(integer) set enable_seqscan = off;

create or replace function keep_card() returns trigger
  language plpgsql set enable_seqscan = off as $$
declare
  form constant text := card_form(new.card_number);
  spellings constant text[] := card_spellings(form);
begin
  if form is null or new.deleted_at is not null then return new; end if;
  if tg_op = 'UPDATE' and form = card_form(old.card_number) and new.deleted_at is not distinct from old.deleted_at then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(form, new.gym_id));
  perform from clients c
    where c.gym_id = new.gym_id and c.card_number is not null and c.deleted_at is null and c.card_number = any (spellings)
      and c.id <> new.id;
  if found then raise unique_violation using constraint = 'clients_card', message = 'the card is somebody else''s'; end if;
  return new;
end $$;

drop index concurrently if exists clients_by_card_form;

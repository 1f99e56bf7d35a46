-- outside a transaction
-- beside: 0035
-- Who has the same telephone or mail is asked at each pause of typing: all clients of the gym were read for it, 50,000 of them in
-- tenths of a second. The functions stand by themselves and are no SQL, so that they are not dissolved into others: behind row-level
-- security only what is marked leakproof may use an index, and these tell nothing of what they are given but their answer.
create or replace function phone_tail(phone text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return right(regexp_replace(phone, '\D', '', 'g'), 10);
end $$;

create or replace function mail_form(mail text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return lower(mail);
end $$;

-- Only a superuser may say so; without, it is right but slower.
do $$
begin
  alter function phone_tail(text) leakproof;
  alter function mail_form(text) leakproof;
exception when insufficient_privilege then
  raise notice 'phone_tail and mail_form stay not leakproof: whoever may be twice is found without an index';
end $$;

create index concurrently if not exists clients_by_phone on clients (gym_id, phone_tail(phone_number)) where deleted_at is null;

create index concurrently if not exists clients_by_mail on clients (gym_id, mail_form(email)) where deleted_at is null;

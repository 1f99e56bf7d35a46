-- outside a transaction
-- beside: 0035
-- A code as readers may send it: with or without the zeros at the beginning of its digits, in capitals or not.
create or replace function code_form(code text) returns text
  language sql immutable parallel safe
  return case when code ~ '^[0-9]+$' then ltrim(code, '0') else fold(code) end;

create index concurrently if not exists products_code_form on products (gym_id, code_form(code))
  where deleted_at is null and code is not null;

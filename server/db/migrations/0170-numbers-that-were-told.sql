-- outside a transaction
-- beside: 0035
-- Whether a terminal of the gym was ever told of a number of the staff's: taken out of the product and brought back it may still have
-- their finger under it. Rows of terminal_users go with their terminal; this stays as long as the number is theirs.
alter table pins add column if not exists told boolean not null default false;

create or replace function remember_told() returns trigger language plpgsql as $$
begin
  update pins set told = true
  where gym_id = old.gym_id and id = old.pin and not told
    and 'u' || id_user in (split_part(old.held, E'\t', 1), split_part(coalesce(old.sent, ''), E'\t', 1));
  return null;
end $$;

create or replace trigger forgotten after delete on terminal_users for each row when (old.held like 'u%' or old.sent like 'u%') execute function remember_told();

-- What went with terminals of before nobody knows: where any terminal was told of anybody, it was told of the staff.
do $$
declare
  own integer;
begin
  for own in select id from gyms where id > 0 order by id loop
    perform set_config('app.gym_id', own::text, true);
    update pins set told = true where gym_id = own and id_user is not null and not told
      and exists (select from terminal_users t where t.gym_id = own and t.held <> '');
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;

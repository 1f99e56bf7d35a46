-- outside a transaction
-- beside: 0035
-- Gym by gym: who sells there meanwhile waits for their own.
do $$
declare
  own integer;
begin
  for own in select id from gyms where id > 0 order by id loop
    perform set_config('app.gym_id', own::text, true);
    perform pg_advisory_xact_lock(7202, own);
    perform deal_sums(own, i."timeZone") from gym_info i where i.gym_id = own;
    commit;
  end loop;
end $$;

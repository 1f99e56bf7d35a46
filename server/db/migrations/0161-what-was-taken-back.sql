-- outside a transaction
-- beside: 0035
create index concurrently if not exists attendances_undone on attendances (gym_id, undone_at desc, id desc) where undone_at is not null;

-- What anonymous attendances of swept days were changed by, once, gym by gym.
do $$
declare
  own integer;
  swept timestamptz;
begin
  for own in select id from gyms where id > 0 order by id loop
    perform set_config('app.gym_id', own::text, true);
    swept := (select until from attendances_forgotten where gym_id = own);
    delete from history h using attendances a
    where h.gym_id = own and h.entity = 'attendances' and a.gym_id = own and a.id = h.entity_id and a.check_in < swept;
    commit;
  end loop;
end $$;

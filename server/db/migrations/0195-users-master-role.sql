-- beside: 0035
-- The role master (1) exists in gym 0 alone, the platform itself: a gym that is imported cannot bring a master along.
do $$
declare
  own integer;
begin
  for own in select id from gyms where id > 0 order by id loop
    perform set_config('app.gym_id', own::text, true);
    update users set id_role = 4, is_active = false where gym_id = own and id_role = 1;
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;

alter table users add constraint users_master_role check ((id_role = 1) = (gym_id = 0));

-- beside: 0035
-- The guide's messages are ready once a trial went out, which nothing else tells. Who had them switched on has no need of one.
alter table gym_guides add column tested boolean not null default false;
-- Row-level security shows an owner that is no superuser one gym at a time.
do $$
declare
  own integer;
begin
  for own in select id from gyms order by id loop
    perform set_config('app.gym_id', own::text, true);
    insert into gym_guides as g (gym_id, tested)
    select own, true where exists (select from notification_config where gym_id = own and "isActive")
      or exists (select from report_schedule where gym_id = own and "isActive")
    on conflict (gym_id) do update set tested = true;
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;

-- beside: 0035
-- The guide's messages are ready once a trial went out, which nothing else tells. Who had them switched on has no need of one.
alter table gym_guides add column tested boolean not null default false;
insert into gym_guides as g (gym_id, tested)
select gym_id, true from (
  select gym_id from notification_config where "isActive"
  union select gym_id from report_schedule where "isActive") active
on conflict (gym_id) do update set tested = true;

-- beside: 0035
-- What of a new gym's guide nothing else tells. A gym without a row is shown it.
create table gym_guides (
  gym_id integer primary key references gyms (id),
  put_away boolean not null default false,
  printed boolean not null default false
);
select own_by_gym('gym_guides', 'guide');
grant select, insert, update, delete on gym_guides to torniquete_server;

-- Gyms that were there before are at work already. One by one, for the owner is bound by row-level security like anybody.
do $$
declare
  gym record;
begin
  for gym in select id from gyms where id > 0 loop
    perform set_config('app.gym_id', gym.id::text, true);
    insert into gym_guides (gym_id, put_away) values (gym.id, true);
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;

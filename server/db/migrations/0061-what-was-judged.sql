-- beside: 0035
-- What was done at a terminal and has been judged, by digest: some tell of their whole past at each start, and by a clock
-- that was put back, or begins in the year 2000, what is done now has an earlier time than what was judged before.
create table judged_operations (
  gym_id integer not null,
  id_device bigint not null,
  digest uuid not null,
  time timestamp not null,
  judged_at timestamptz not null,
  primary key (gym_id, id_device, digest),
  foreign key (gym_id, id_device) references devices (gym_id, id) on delete cascade
);
select own_by_gym('judged_operations', null);
grant select, insert, update, delete on judged_operations to torniquete_server;

-- A stranger's number as numbers are kept: compared as text, each of the gym's would have to be looked at.
alter table terminal_strangers
  add column pin_as_number integer generated always as (case when pin ~ '^[1-9][0-9]{0,8}$' then pin::integer end) stored;

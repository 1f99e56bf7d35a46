-- An attendance keeps the membership that it was made with, as that was; an opening by hand keeps who, where and why.

alter table attendances add column membership_name text, add column expire_membership date;

-- Of before: the membership that was shown on the day, of those that were sold by then and not yet voided. Gym by gym,
-- for the owner is bound by row-level security like anybody; no row is history or news.
alter table attendances disable trigger user;
do $$
declare
  gym record;
begin
  for gym in select id from gyms where id > 0 loop
    perform set_config('app.gym_id', gym.id::text, true);
    update attendances a set membership_name = shown.name, expire_membership = shown.end_date
    from attendances b
      join gym_info g on g.gym_id = b.gym_id
      cross join lateral (select (b.check_in at time zone g."timeZone")::date as day) d
      cross join lateral (
        select p.name, p.end_date from membership_payments p
        where p.gym_id = b.gym_id and p.id_client = b.id_client and p.payment_date <= b.check_in
          and (p.voided_at is null or p.voided_at > b.check_in)
        order by p.end_date <= d.day, p.start_date > d.day, case when p.end_date > d.day and p.start_date > d.day then p.start_date end,
          p.end_date desc, p.id desc
        limit 1) shown
    where a.gym_id = gym.id and b.gym_id = gym.id and b.id = a.id;
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;
alter table attendances enable trigger user;

-- Openings outlive their terminal, and are kept for good: they are few.
alter table door_acts drop constraint door_acts_gym_id_id_device_fkey, add column asked_at timestamptz not null default now(), add column device_name text,
  add column user_name text, add column reason text, add column id_payment integer,
  add foreign key (gym_id, id_payment) references membership_payments;
do $$
declare
  gym record;
begin
  for gym in select id from gyms where id > 0 loop
    perform set_config('app.gym_id', gym.id::text, true);
    update door_acts a set asked_at = a.deadline - interval '10 seconds',
      device_name = (select d.name from devices d where d.gym_id = gym.id and d.id = a.id_device),
      user_name = (select u.name from users u where u.gym_id = gym.id and u.id = a.id_user)
    where a.gym_id = gym.id;
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;
create index door_acts_newest on door_acts (gym_id, asked_at desc, id desc);
create index door_acts_of_payment on door_acts (gym_id, id_payment) where id_payment is not null;

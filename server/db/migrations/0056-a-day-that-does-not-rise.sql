-- beside: 0035
-- Who paid for no longer than before, as whoever buys another day pass, has nothing written again, and the outbox is not looked through.
create or replace function keep_paid_until() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into paid_until as p (gym_id, id_client, day)
    select gym_id, id_client, max(end_date) from booked where voided_at is null group by 1, 2 order by 2
    on conflict (gym_id, id_client) do update set day = excluded.day where p.day < excluded.day;
  else
    delete from paid_until p using booked b where p.gym_id = b.gym_id and p.id_client = b.id_client;
    insert into paid_until (gym_id, id_client, day)
    select m.gym_id, m.id_client, max(m.end_date) from membership_payments m
    where m.voided_at is null and (m.gym_id, m.id_client) in (select gym_id, id_client from booked) group by 1, 2 order by 2;
  end if;
  return null;
end $$;

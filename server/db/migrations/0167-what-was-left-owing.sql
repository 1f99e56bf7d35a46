-- outside a transaction
-- beside: 0035
alter table tenders validate constraint tenders_of_debts;

-- As 0158 reckons it, of what is dated after it as well where that was owed already: what it paid, and what was left owing before
-- that. Gym by gym; once more comes to the same.
do $$
declare
  own integer;
begin
  for own in select id from gyms where id > 0 order by id loop
    perform set_config('app.gym_id', own::text, true);
    update collections c set left_owing = a.left_owing
    from (
      select c.id, c.left_owing as old, greatest(0, (
          select sum(d.amount - case when d.settled_at <= c.created_at then d.annulled else 0 end
            - coalesce((select sum(t.amount) from tenders t where t.gym_id = own and t.id_debt = d.id and t.created_at <= c.created_at), 0))
          from debts d where d.gym_id = own and d.id_client = newest.id_client and (d.created_at <= c.created_at or d.id <= newest.id))) as left_owing
      from collections c cross join lateral (
        select d.id, d.id_client from tenders t join debts d on d.gym_id = own and d.id = t.id_debt
        where t.gym_id = own and t.id_collection = c.id order by d.id desc limit 1) newest
      where c.gym_id = own and c.id_user is null) a
    where c.gym_id = own and c.id = a.id and a.left_owing <> a.old;
    commit;
  end loop;
end $$;

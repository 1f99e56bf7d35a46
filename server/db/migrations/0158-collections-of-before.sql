-- outside a transaction
-- beside: 0035
alter table tenders validate constraint tenders_gym_id_id_collection_fkey;

alter table tenders validate constraint tenders_sign;

alter table tenders validate constraint tenders_of_debts;

create index concurrently if not exists tenders_of_collection on tenders (gym_id, id_collection) where id_collection is not null;

-- What came in of one client's debts at one moment was one act. Gym by gym, each once; who took it is not said here (0157). What is
-- dated ahead was owed already where it is no newer than what was paid.
do $$
declare
  own integer;
  act record;
  made bigint;
begin
  for own in select id from gyms where id > 0 order by id loop
    perform set_config('app.gym_id', own::text, true);
    -- Nobody pays meanwhile.
    perform from debts where gym_id = own order by id for update;
    for act in
      select d.id_client, t.created_at, sum(t.amount) as amount, array_agg(t.id) as parts, max(d.id) as newest
      from tenders t join debts d on d.gym_id = t.gym_id and d.id = t.id_debt
      where t.gym_id = own and t.id_debt is not null and t.id_collection is null group by 1, 2 order by 2, 1
    loop
      insert into collections (gym_id, client_name, amount, left_owing, created_at)
      select own, c.name, act.amount, greatest(0, (
          select sum(d.amount - case when d.settled_at <= act.created_at then d.annulled else 0 end
            - coalesce((select sum(t.amount) from tenders t where t.gym_id = own and t.id_debt = d.id and t.created_at <= act.created_at), 0))
          from debts d where d.gym_id = own and d.id_client = act.id_client and (d.created_at <= act.created_at or d.id <= act.newest))), act.created_at
      from clients c where c.gym_id = own and c.id = act.id_client
      returning id into strict made;
      update tenders set id_collection = made where gym_id = own and id = any (act.parts);
    end loop;
    commit;
  end loop;
end $$;

-- beside: 0035
-- What is bought goes on from the average that is there, and reads no more of the ledger than its own lines: a purchase costs the
-- same after five years. Where one is unmade, as if it had never been, the ledger is read from its beginning, as before.
drop function average_cost_of(integer, bigint);
-- From the movement `since` on, where before it `there` were left at `average`.
create function average_cost_of(gym integer, product bigint, since bigint default 0, there bigint default 0, average numeric default null) returns numeric
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  step record;
  mixed numeric(16, 6) := average;
begin
  for step in
    with standing as (
      select m.id, m.quantity, m.reason, m.id_purchase, m.id_import,
        there + sum(m.quantity) over (order by m.id) - m.quantity as before
      from stock_movements m
      where m.gym_id = gym and m.id_product = product and m.id >= since and (m.id_purchase is null or not exists (
        select from purchases b where b.gym_id = gym and b.id = m.id_purchase and b.voided_at is not null)))
    select s.quantity, s.before, coalesce(
      (select sum(i.quantity * i.unit_price - round(i.quantity * i.unit_price * i.discount / 100, 2)) / sum(i.quantity)
       from purchase_items i where i.gym_id = gym and i.id_purchase = s.id_purchase and i.id_product = product),
      (select f.unit_cost from imported_products f where f.gym_id = gym and f.id_product = product and f.id_import = s.id_import)) as cost
    from standing s where s.reason = 'purchase' or s.reason = 'count' and s.id_import is not null order by s.id
  loop
    if step.cost is null then continue; end if;
    mixed := case when mixed is null or step.before <= 0 then step.cost
                  else (step.before * mixed + step.quantity * step.cost) / (step.before + step.quantity) end;
  end loop;
  return mixed;
end $$;

create or replace function keep_stock() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update products p set quantity = p.quantity + m.quantity,
    average_cost = case when m.unmade then average_cost_of(m.gym_id, m.id_product)
                        when m.costed then average_cost_of(m.gym_id, m.id_product, m.since, p.quantity, p.average_cost)
                        else p.average_cost end
  from (select gym_id, id_product, sum(quantity) as quantity, min(id) as since,
          bool_or(id_purchase is not null or id_import is not null) as costed,
          bool_or(reason = 'void' and id_sale is null) as unmade
        from moved group by gym_id, id_product) m
  where p.gym_id = m.gym_id and p.id = m.id_product;
  return null;
end $$;

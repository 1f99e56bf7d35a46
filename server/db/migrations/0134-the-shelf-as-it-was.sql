-- outside a transaction
-- beside: 0035
alter table stock_movements validate constraint stock_movements_check;

alter table stock_movements validate constraint stock_movements_reason_check;

alter table stock_movements validate constraint stock_movements_gym_id_id_adjustment_fkey;

create index concurrently if not exists stock_movements_of_adjustment on stock_movements (gym_id, id_adjustment) where id_adjustment is not null;

-- Product by product, each locked before its ledger is read: who buys meanwhile waits for one.
do $$
declare
  gym integer;
  product bigint;
begin
  for gym in select id from gyms order by id loop
    perform set_config('app.gym_id', gym::text, false);
    for product in select id from products where gym_id = gym order by id loop
      perform from products where gym_id = gym and id = product for no key update;
      update products set average_cost = average_cost_of(gym, product) where gym_id = gym and id = product;
      commit;
    end loop;
  end loop;
  perform set_config('app.gym_id', '', false);
end $$;

-- beside: 0035
-- The product that a notice of low stock is about. Once the product is stocked again the notice counts as read by itself, so
-- that the badges of every page agree with the stock.
alter table notifications add column id_product bigint;

create function mark_stock_notices_read() returns trigger language plpgsql as $$
begin
  update notifications set is_read = true
  where gym_id = new.gym_id and title in ('Stock agotado', 'Stock deficiente') and not is_read and id_product = new.id
    and (new.deleted_at is not null
      or (title = 'Stock agotado' and new.quantity > 0)
      or (title = 'Stock deficiente' and (new.min_quantity is null or new.quantity > new.min_quantity)));
  return null;
end $$;
create trigger products_update_mark_notices_read
  after update of quantity, min_quantity, deleted_at on products for each row
  when (new.quantity > old.quantity or new.min_quantity is distinct from old.min_quantity or new.deleted_at is not null)
  execute function mark_stock_notices_read();

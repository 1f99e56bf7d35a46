-- outside a transaction
-- beside: 0035
-- Lines with a discount are few among all that was sold: their list reads them and no others.
create index concurrently if not exists sale_items_let_go on sale_items (gym_id, id_sale desc, line) include (quantity, unit_price, discount) where discount > 0;

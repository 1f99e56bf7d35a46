-- outside a transaction
-- beside: 0035
create index concurrently if not exists voids_of_partial_sale on voids (gym_id, id_partial_sale) include (amount, annulled) where id_partial_sale is not null;

create index concurrently if not exists voids_partial_made on voids (gym_id, created_at) include (id_partial_sale, amount, annulled) where id_partial_sale is not null;

create index concurrently if not exists stock_movements_of_void on stock_movements (gym_id, id_void) where id_void is not null;

alter table voids validate constraint voids_gym_id_id_partial_sale_fkey;

alter table voids validate constraint voids_check;

alter table voids validate constraint voids_partial;

alter table stock_movements validate constraint stock_movements_gym_id_id_void_fkey;

-- outside a transaction
-- beside: 0035
alter table stock_movements validate constraint stock_movements_check;

alter table stock_movements validate constraint stock_movements_reason_check;

alter table stock_movements validate constraint stock_movements_gym_id_id_import_fkey;

create index concurrently if not exists stock_movements_of_import on stock_movements (gym_id, id_import) where id_import is not null;

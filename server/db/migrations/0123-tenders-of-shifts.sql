-- outside a transaction
-- beside: 0035
create index concurrently if not exists tenders_of_shift on tenders (gym_id, id_shift) where id_shift is not null;

alter table tenders validate constraint tenders_gym_id_id_shift_fkey;

-- outside a transaction
-- beside: 0035
create index concurrently if not exists tenders_of_debt on tenders (gym_id, id_debt) where id_debt is not null;

create index concurrently if not exists tenders_collected on tenders (gym_id, created_at) include (amount, id_user) where id_debt is not null;

alter table tenders validate constraint tenders_gym_id_id_debt_fkey;

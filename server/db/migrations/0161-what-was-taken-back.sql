-- outside a transaction
-- beside: 0035
create index concurrently if not exists attendances_undone on attendances (gym_id, undone_at desc, id desc) where undone_at is not null;

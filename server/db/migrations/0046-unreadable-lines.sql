-- outside a transaction
-- beside: 0035
-- A terminal's state counts what nobody could read of it; few are.
create index concurrently if not exists door_records_unreadable on door_records (gym_id, sn, arrived_at) where reason = 'unreadable';

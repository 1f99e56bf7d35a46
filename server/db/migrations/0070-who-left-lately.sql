-- outside a transaction
-- beside: 0035
-- Who is inside is asked for by each screen of the desk, among all records of years.

create index concurrently if not exists door_records_exits on door_records (gym_id, arrived_at) where reason = 'exit';

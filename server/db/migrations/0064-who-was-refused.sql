-- outside a transaction
-- beside: 0035
-- Who was not let in a moment ago is asked for by each screen of the desk, among all records of years.

create index concurrently if not exists door_records_refused on door_records (gym_id, arrived_at) where reason = 'refused';

-- outside a transaction
-- beside: 0035
-- Every page asks whether a terminal refuses somebody who has paid; few are ever refused.
create index concurrently if not exists terminal_users_refused on terminal_users (gym_id, id_device) where error is not null;

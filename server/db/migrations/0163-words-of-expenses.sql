-- outside a transaction
-- beside: 0035
-- What an expense is looked for by is folded once, not of ten thousand at each look.
alter table expenses add column if not exists search text generated always as (fold(description || ' ' || category || ' ' || party_name)) stored;

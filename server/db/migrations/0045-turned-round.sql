-- beside: 0035
-- Since when one comes in by a terminal, or leaves: what it did before and sends later is of the other direction.
alter table terminal_states add column turned_at timestamptz;

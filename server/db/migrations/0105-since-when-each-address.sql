-- beside: 0035
-- Since when the report goes to each of its addresses; to those that are not named here since emails_set_at.
alter table report_schedule add column emails_since jsonb not null default '{}';

-- beside: 0035
-- A person is to be taken off a terminal with all that it has of them, whatever it reports meanwhile; and is sent again afterwards.
alter table terminal_users add column leaving boolean not null default false;

-- Somebody had it filled without having been read: who it holds under a number is not known.
alter table terminal_states add column census_skipped boolean not null default false;

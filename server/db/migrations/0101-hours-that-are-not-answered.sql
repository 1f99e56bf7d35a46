-- beside: 0035
-- Since when a terminal was told hours without an answer; and whether it would not take what was sent last, by its word or by
-- its silence: whoever has a right at those hours is sent with all of them.
alter table terminal_zones add column waits_since timestamptz;
alter table terminal_zones add column refused boolean not null default false;

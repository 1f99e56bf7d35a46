-- beside: 0035
-- Whether a terminal's last upload was not taken, and when one was after that: what it sends until then, and soon after, need
-- not be of now, whichever server hears it.
alter table terminal_states
  add column owes boolean not null default false,
  add column paid_at timestamptz;

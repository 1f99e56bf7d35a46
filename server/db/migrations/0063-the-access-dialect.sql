-- beside: 0035
-- A terminal of the access dialect (PUSH 3.x; `other_dialect`, as servers of before call it) is told of somebody in several
-- commands: which of them it has done of what is on its way, as bits.
alter table terminal_users add column parts smallint not null default 0;
alter table terminal_strangers add column parts smallint not null default 0;
alter table terminal_orders add column parts smallint not null default 0;

-- What such a terminal said of itself when it registered: how many doors it has, whether it counts days in seconds, and
-- whether a right names the unit. Null until it did.
alter table terminal_states
  add column doors smallint,
  add column counts_seconds boolean,
  add column names_units boolean;

-- It tells whom it refused, too: why, in words.
alter table door_records add column refusal text;
alter table door_records drop constraint door_records_reason_check;
alter table door_records add constraint door_records_reason_check
  check (reason in ('unknown', 'staff', 'future', 'unreadable', 'exit', 'refused')) not valid;

-- beside: 0035
-- Since when somebody's state at a terminal waits to be what it should: `sent_at` moves on with each repetition.
alter table terminal_users add column waits_since timestamptz;

-- It has called in the access dialect (PUSH 3.x), which is not spoken here; its handshake in the other one takes that back.
alter table terminal_states add column other_dialect boolean not null default false;

-- Somebody of the staff passed who may not any more: clients' passes say so in attendances.
alter table door_records add column without_right boolean not null default false;
create index door_records_without_right on door_records (gym_id, sn, arrived_at) where without_right;

-- Openings that nobody answered are asked for at each comparison, among all that there ever were.
create index door_acts_unanswered on door_acts (gym_id, id_device, command) where result is null;

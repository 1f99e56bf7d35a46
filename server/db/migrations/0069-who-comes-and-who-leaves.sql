-- beside: 0035
-- By one terminal people come and leave, and it says which: by a panel's second reader, or by the key that they press.
alter table devices drop constraint devices_direction_check;
alter table devices add constraint devices_direction_check check (direction in ('entrance', 'exit', 'both')) not valid;

-- What it was before it was turned round; null where there were two ways only, and it was the other one.
alter table terminal_states add column turned_from text check (turned_from in ('entrance', 'exit', 'both'));

-- Somebody was not let out.
alter table door_records add column leaving boolean not null default false;

-- beside: 0035
-- A terminal is emptied before it is forgotten: it stays until it has said that nobody is on it any more.
alter table devices add column leaving boolean not null default false;

-- It was told once to switch accounts off: it is told ever after whether they are on.
alter table terminal_states add column switches boolean not null default false;

-- How it keeps people out is remembered with it: another way is heard by every server.
drop trigger announced on devices;
create trigger announced after insert or update of name, sn, delay, block, block_group, leaving or delete on devices
  for each row execute function announce_device();

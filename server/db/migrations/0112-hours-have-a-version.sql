-- Two who change the same hours at once: the later one is told, as with plans.
alter table schedules add column version integer not null default 1, add column updated_at timestamptz not null default now();
create trigger touched before update on schedules for each row execute function touch();

-- beside: 0035
-- Since when a plan opens as it does, and hours are as they are: a pass of before that is not judged by them. Of what was changed before
-- this nobody noted when.
alter table plan_access add column set_at timestamptz not null default now();
alter table schedules add column set_at timestamptz not null default now();

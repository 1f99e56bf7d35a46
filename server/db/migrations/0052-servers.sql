-- beside: 0035
-- Which servers work on this database: each says so now and then. Nothing of it is worth keeping over a crash.
create unlogged table servers (
  id uuid primary key,
  name text not null,
  seen_at timestamptz not null default now()
);

-- beside: 0019
-- When each channel takes the next message, whichever server sends it: what a provider takes in a second it takes of all.
create unlogged table channel_turns (
  channel text primary key,
  next_at timestamptz not null
);

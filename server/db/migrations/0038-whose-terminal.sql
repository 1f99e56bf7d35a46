-- beside: 0035
-- From where a terminal calls: its number stands on its case, and is no key. Another origin with the same number is held
-- until a person accepts it, or the first has been silent for a while.
alter table terminal_states
  add column origin_address text,
  add column origin_mac text,
  add column rival_address text,
  add column rival_mac text,
  add column rival_at timestamptz,
  -- one that a person turned away: it is held, and told no more
  add column blocked_address text,
  add column blocked_mac text;

-- From where an unknown number called last: it is offered to whoever is there.
alter table unknown_devices add column address text;

-- Servers remember which numbers are registered.
create function announce_serial_number() returns trigger language plpgsql as $$
begin
  perform announce(0, 'devices');
  return null;
end $$;
create trigger announced after insert or delete on serial_numbers for each row execute function announce_serial_number();

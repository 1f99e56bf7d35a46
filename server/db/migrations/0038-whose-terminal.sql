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
  add column blocked_mac text,
  -- how it speaks: the spelling of OK that it takes, its own marks of what it has sent, and up to where what it says of
  -- its own operations was judged, by its own clock
  add column answer_form smallint not null default 0,
  add column attlog_stamp text,
  add column operlog_stamp text,
  add column operations_until timestamp;

-- From where an unknown number called last: it is offered to whoever is there.
alter table unknown_devices add column address text;

-- Servers remember which numbers are registered.
create function announce_serial_number() returns trigger language plpgsql as $$
begin
  perform announce(0, 'devices');
  return null;
end $$;
create trigger announced after insert or delete on serial_numbers for each row execute function announce_serial_number();

-- When terminals were heard, of any gym, in one statement: none of it is business, and none of it waits for a disk.
create function note_heard(gyms integer[], devices bigint[], times timestamptz[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  outside constant text := coalesce(current_setting('app.gym_id', true), '');
  own integer;
begin
  perform set_config('synchronous_commit', 'off', true);
  for own in select distinct g from unnest(gyms) as g order by g loop
    perform set_config('app.gym_id', own::text, true);
    update devices d set last_seen = h.at
    from unnest(gyms, devices, times) as h (gym, id, at)
    where d.gym_id = own and h.gym = own and d.id = h.id and (d.last_seen is null or d.last_seen < h.at);
  end loop;
  perform set_config('app.gym_id', outside, true);
end $$;
revoke execute on function note_heard(integer[], bigint[], timestamptz[]) from public;
grant execute on function note_heard(integer[], bigint[], timestamptz[]) to torniquete_server;

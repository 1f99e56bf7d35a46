-- What comes in a file takes its numbers at once. A counter that one transaction raises row by row leaves a version for each,
-- and each next reading passes over all of them: thousands took most of their time for it.

-- `many`: of so many documents; the first of their numbers.
drop function next_document(integer, text, timestamptz);
create function next_document(gym integer, which text, wanted timestamptz, many bigint default 1, out number bigint, out at timestamptz)
  language plpgsql as $$
declare
  asked constant timestamptz := clock_timestamp();
  least_wait constant interval := '100 milliseconds';
  due timestamptz;
begin
  -- What is set is evaluated once the row is had.
  insert into document_numbers as d (gym_id, kind, last, last_at) values (gym, which, many, wanted)
  on conflict (gym_id, kind) do update set last = d.last + many,
    last_at = greatest(d.last_at, date_trunc('milliseconds', excluded.last_at
      + case when clock_timestamp() - asked < least_wait then interval '0' else clock_timestamp() - asked end))
  returning last::bigint - many + 1, last_at into next_document.number, next_document.at;
  due := wanted + (clock_timestamp() - asked);
  if next_document.at > due + interval '1 minute' then
    raise notice using errcode = 'TQ001', message = 'documents are dated ahead of the clock',
      detail = jsonb_build_object('gym', gym, 'kind', which, 'number', next_document.number,
        'seconds', round(extract(epoch from next_document.at - due)))::text;
  end if;
end $$;

-- The next that are free, which nobody has chosen.
create function next_pins(gym integer, many integer) returns setof integer language plpgsql set enable_seqscan = off as $$
declare
  candidate integer;
  made integer := 0;
begin
  select next_pin into strict candidate from gyms where id = gym for no key update;
  while made < many loop
    if not exists (select from pins where gym_id = gym and id = candidate)
       and not exists (select from terminal_strangers where gym_id = gym and pin ~ '^[0-9]{1,12}$' and ltrim(pin, '0') = candidate::text) then
      return next candidate;
      made := made + 1;
    end if;
    candidate := candidate + 1;
  end loop;
  update gyms set next_pin = candidate where id = gym;
end $$;

create or replace function next_pin(gym integer) returns integer language plpgsql set enable_seqscan = off as $$
declare
  made constant integer := next_pins(gym, 1);
begin
  perform set_config('app.made_pin', made::text, true);
  return made;
end $$;

-- beside: 0035
-- A rest that a wrong setting caused ends when a server starts: whoever mended it does that. One that the channel asked for stays.
alter table channel_turns add column mendable boolean not null default false;

-- A document keeps the date of the one before where the clock is behind that; beyond a minute whoever runs the server is told.
create or replace function next_document(gym integer, which text, wanted timestamptz, out number bigint, out at timestamptz)
language plpgsql as $$
begin
  insert into document_numbers as d (gym_id, kind, last, last_at) values (gym, which, 1, wanted)
  on conflict (gym_id, kind) do update set last = d.last + 1, last_at = greatest(d.last_at, excluded.last_at)
  returning last::bigint, last_at into next_document.number, next_document.at;
  if next_document.at > wanted + interval '1 minute' then
    raise notice using errcode = 'TQ001', message = 'documents are dated ahead of the clock',
      detail = jsonb_build_object('gym', gym, 'kind', which, 'number', next_document.number,
        'seconds', round(extract(epoch from next_document.at - wanted)))::text;
  end if;
end $$;

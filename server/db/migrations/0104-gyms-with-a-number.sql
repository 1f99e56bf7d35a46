-- beside: 0035
-- The gyms that have a WhatsApp number of their own: row-level security shows one gym at a time.
create function gyms_with_number() returns setof integer
  language plpgsql as $$
declare
  own integer;
begin
  for own in select id from gyms where id > 0 order by id loop
    perform set_config('app.gym_id', own::text, true);
    if exists (select from message_channels where gym_id = own and channel = 'whatsapp') then return next own; end if;
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;

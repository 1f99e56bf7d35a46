-- A terminal may be without its number: its gym was deleted, and another one had the number when it came back. Saved again,
-- it is registered where its number is free by now.
create or replace function keep_serial_number() returns trigger
  language plpgsql as $$
begin
  perform from serial_numbers n where n.sn = new.sn and n.gym_id = new.gym_id and n.id_device = new.id;
  if found then return null; end if;
  delete from serial_numbers where gym_id = new.gym_id and id_device = new.id;
  insert into serial_numbers (sn, gym_id, id_device) values (new.sn, new.gym_id, new.id);
  delete from unknown_devices where sn = new.sn;
  return null;
end $$;

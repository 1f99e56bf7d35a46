-- beside: 0035
-- Who leaves by a terminal does not come: its passes are kept, and are no visits.
alter table devices add column direction text not null default 'entrance' check (direction in ('entrance', 'exit'));

alter table door_records drop constraint door_records_reason_check;
alter table door_records add constraint door_records_reason_check
  check (reason in ('unknown', 'staff', 'future', 'unreadable', 'exit')) not valid;

drop trigger announced on devices;
create trigger announced after insert or update of name, sn, delay, block, block_group, leaving, comm_key_hash, open_command, direction or delete on devices
  for each row execute function announce_device();

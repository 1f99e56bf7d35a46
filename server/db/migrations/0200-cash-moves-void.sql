-- beside: 0035
-- A movement may be voided while its shift is open: it stays and counts for nothing.
alter table cash_moves add column voided_at timestamptz, add column id_voider bigint, add column voider_name text;
alter table cash_moves add constraint cash_moves_gym_id_id_voider_fkey foreign key (gym_id, id_voider) references users (gym_id, id);
alter table cash_moves add constraint cash_moves_void_check check (num_nonnulls(voided_at, id_voider, voider_name) in (0, 3));
create index on cash_moves (id_voider, gym_id);
grant update (voided_at, id_voider, voider_name) on cash_moves to torniquete_server;
create trigger in_shift_void before update on cash_moves for each row execute function hold_shift();

-- beside: 0035
-- To whom the daily report goes by mail: null, the gym's super admins. Gyms that have set it up before mail nobody unasked.
alter table report_schedule
  add column emails text[] default '{}',
  -- reports of hours before that go to none of them
  add column emails_set_at timestamptz not null default 'epoch';
alter table report_schedule alter column emails drop default;

-- One more kind, a row for each address; an older server writes none of it.
alter table outbox drop constraint outbox_kind_check, drop constraint outbox_check;
alter table outbox
  add constraint outbox_kind_check check (kind in ('before_expiration', 'day_expiration', 'daily_report', 'report_mail')) not valid,
  add constraint outbox_check check (
    case when kind in ('daily_report', 'report_mail') then num_nonnulls(id_client, id_membership_payment, last_day) = 0
         else num_nulls(id_client, id_membership_payment, last_day) = 0 end) not valid;

create or replace function cancel_switched_off() returns trigger
  language plpgsql as $$
begin
  update outbox set state = 'cancelled', state_at = now(), reason = 'Los mensajes están desactivados', next_attempt_at = null
  where gym_id = new.gym_id and state = 'pending' and handed_at is null
    and (kind in ('daily_report', 'report_mail')) = (tg_table_name = 'report_schedule');
  return null;
end $$;

-- outside a transaction
-- beside: 0035
-- An address gets the report of a day once.

create unique index concurrently if not exists outbox_report_mails on outbox (gym_id, rule_day, recipient) where kind = 'report_mail';

alter table outbox validate constraint outbox_kind_check;

alter table outbox validate constraint outbox_check;

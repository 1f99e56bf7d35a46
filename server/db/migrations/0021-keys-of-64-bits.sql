-- outside a transaction
-- beside: 0019
-- Table by table, the small ones at once: while one is written anew nobody reads it.

-- Connections that prepared statements for a table's former types fail with them for ever: their servers open new ones.
create or replace function renew_connections() returns void
  language sql as $$
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = session_user and application_name = 'torniquete' and pid <> pg_backend_pid()
$$;

-- All of them before the first is written anew: who does not get one has begun nothing.
lock table devices, document_numbers, door_acts, gym_info, gym_show_info, gyms, images, memberships,
  notification_config, paid_until, pins, products, purchase_items, purchases, report_schedule, revenue_days,
  serial_numbers, suppliers, support_requests, terminal_users, usernames, users, voids in access exclusive mode;
alter table devices alter id type bigint;
alter table document_numbers alter last type bigint;
alter table door_acts alter id_device type bigint, alter id_user type bigint, alter id_payment type bigint;
alter table gym_info alter id type bigint;
alter table gym_show_info alter id type bigint;
alter table gyms alter id_user type bigint;
alter table images alter id type bigint;
alter table memberships alter id type bigint;
alter table notification_config alter id type bigint;
alter table paid_until alter id_client type bigint;
alter table pins alter id_client type bigint, alter id_user type bigint;
alter table products alter id type bigint;
alter table purchase_items alter id_purchase type bigint, alter id_product type bigint;
alter table purchases alter id type bigint, alter number type bigint, alter id_supplier type bigint, alter id_user type bigint;
alter table report_schedule alter id type bigint;
alter table revenue_days alter id_user type bigint;
alter table serial_numbers alter id_device type bigint;
alter table suppliers alter id type bigint;
alter table support_requests alter id type bigint, alter id_user type bigint;
alter table terminal_users alter id_device type bigint;
alter table usernames alter id_user type bigint;
alter table users alter id type bigint;
alter table voids alter id type bigint, alter number type bigint, alter id_sale type bigint, alter id_purchase type bigint,
  alter id_payment type bigint, alter id_user type bigint;
select renew_connections();

set local maintenance_work_mem = '256MB';
alter table attendances alter id type bigint, alter id_client type bigint;
select renew_connections();

-- Where it has no figures the planner takes, of indexes that cost the same, the one that was made last: a client's payments
-- are to be looked for among the client's.
set local maintenance_work_mem = '256MB';
drop index membership_payments_newest, membership_payments_by_client, membership_payments_voided;
alter table membership_payments alter id type bigint, alter id_client type bigint, alter id_user type bigint,
  alter id_membership type bigint, alter number type bigint;
create index membership_payments_newest on membership_payments (gym_id, payment_date desc, number desc) include (id, price, id_client, id_user, voided_at);
create index membership_payments_voided on membership_payments (gym_id, voided_at) include (price, name, id_user) where voided_at is not null;
create index membership_payments_by_client on membership_payments (gym_id, id_client, payment_date desc, number desc) include (id, price, id_user, voided_at);
select renew_connections();

set local maintenance_work_mem = '256MB';
alter table sales alter id type bigint, alter number type bigint, alter id_client type bigint, alter id_user type bigint;
select renew_connections();

set local maintenance_work_mem = '256MB';
alter table sale_items alter id_sale type bigint, alter id_product type bigint;
select renew_connections();

set local maintenance_work_mem = '256MB';
alter table stock_movements alter id_product type bigint, alter id_sale type bigint, alter id_purchase type bigint;
select renew_connections();

set local maintenance_work_mem = '256MB';
alter table outbox alter id type bigint, alter id_client type bigint, alter id_membership_payment type bigint;
select renew_connections();

set local maintenance_work_mem = '256MB';
alter table history alter id_user type bigint;
select renew_connections();

set local maintenance_work_mem = '256MB';
alter table clients alter id type bigint;
select renew_connections();

set local maintenance_work_mem = '256MB';
alter table notifications alter id type bigint, alter id_client type bigint;
alter sequence notification_ids as bigint;
select renew_connections();

-- What is written anew has lost what the planner knew of its columns.
analyze attendances, clients, history, membership_payments, notifications, outbox, paid_until, pins, products, purchase_items,
  purchases, sale_items, sales, stock_movements;

drop function if exists renew_connections();

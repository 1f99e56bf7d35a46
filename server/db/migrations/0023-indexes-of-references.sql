-- outside a transaction
-- beside: 0019
-- What refers to a row is found without reading the gym's whole table: each deleted row is asked for it. The gym comes last
-- where nothing else looks by that index, so that no list is ever read by it.

create index concurrently if not exists sale_items_of_product on sale_items (gym_id, id_product, id_sale desc, line desc);

create index concurrently if not exists sales_of_user on sales (id_user, gym_id);

create index concurrently if not exists membership_payments_of_user on membership_payments (id_user, gym_id);

create index concurrently if not exists membership_payments_of_plan on membership_payments (id_membership, gym_id);

create index concurrently if not exists purchases_of_user on purchases (id_user, gym_id);

create index concurrently if not exists purchases_of_supplier on purchases (id_supplier, gym_id);

create index concurrently if not exists voids_of_user on voids (id_user, gym_id);

create index concurrently if not exists revenue_days_of_user on revenue_days (id_user, gym_id);

create index concurrently if not exists support_requests_of_user on support_requests (id_user, gym_id);

create index concurrently if not exists notifications_of_client on notifications (id_client, gym_id) where id_client is not null;

create index concurrently if not exists outbox_of_payment on outbox (id_membership_payment, gym_id) where id_membership_payment is not null;

create index concurrently if not exists usernames_of_user on usernames (id_user, gym_id);

create index concurrently if not exists serial_numbers_of_device on serial_numbers (id_device, gym_id);

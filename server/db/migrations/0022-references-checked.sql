-- outside a transaction
-- beside: 0019
-- What referred to a key before its type was changed still does. An owner for whom row-level security holds would see no
-- terminal and no user, whom two tables of the platform refer to.

alter table attendances validate constraint attendances_gym_id_id_client_fkey;

alter table door_acts validate constraint door_acts_gym_id_id_payment_fkey;

alter table membership_payments validate constraint membership_payments_gym_id_id_client_fkey;

alter table membership_payments validate constraint membership_payments_gym_id_id_membership_fkey;

alter table membership_payments validate constraint membership_payments_gym_id_id_user_fkey;

alter table notifications validate constraint notifications_gym_id_id_client_fkey;

alter table outbox validate constraint outbox_gym_id_id_client_fkey;

alter table outbox validate constraint outbox_gym_id_id_membership_payment_fkey;

alter table paid_until validate constraint paid_until_gym_id_id_client_fkey;

alter table pins validate constraint pins_gym_id_id_client_fkey;

alter table pins validate constraint pins_gym_id_id_user_fkey;

alter table purchase_items validate constraint purchase_items_gym_id_id_product_fkey;

alter table purchase_items validate constraint purchase_items_gym_id_id_purchase_fkey;

alter table purchases validate constraint purchases_gym_id_id_supplier_fkey;

alter table purchases validate constraint purchases_gym_id_id_user_fkey;

alter table revenue_days validate constraint revenue_days_gym_id_id_user_fkey;

alter table sale_items validate constraint sale_items_gym_id_id_product_fkey;

alter table sale_items validate constraint sale_items_gym_id_id_sale_fkey;

alter table sales validate constraint sales_gym_id_id_client_fkey;

alter table sales validate constraint sales_gym_id_id_user_fkey;

alter table devices no force row level security;
alter table serial_numbers validate constraint serial_numbers_gym_id_id_device_fkey;
alter table devices force row level security;

alter table stock_movements validate constraint stock_movements_gym_id_id_product_fkey;

alter table stock_movements validate constraint stock_movements_gym_id_id_purchase_fkey;

alter table stock_movements validate constraint stock_movements_gym_id_id_sale_fkey;

alter table support_requests validate constraint support_requests_gym_id_id_user_fkey;

alter table terminal_users validate constraint terminal_users_gym_id_id_device_fkey;

alter table users no force row level security;
alter table usernames validate constraint usernames_gym_id_id_user_fkey;
alter table users force row level security;

alter table voids validate constraint voids_gym_id_id_payment_fkey;

alter table voids validate constraint voids_gym_id_id_purchase_fkey;

alter table voids validate constraint voids_gym_id_id_sale_fkey;

alter table voids validate constraint voids_gym_id_id_user_fkey;

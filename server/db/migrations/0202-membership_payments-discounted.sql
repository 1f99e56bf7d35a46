-- outside a transaction
-- beside: 0202
-- Memberships with a discount are few: their list reads them and no others.
create index concurrently if not exists membership_payments_discounted on membership_payments (gym_id, payment_date desc) where discount > 0;

alter table membership_payments validate constraint membership_payments_discount_check;

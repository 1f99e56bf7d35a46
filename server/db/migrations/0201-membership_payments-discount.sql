-- beside: 0035
-- Part of a plan's price may be let go: `price` is what is charged, `list_price` the plan's own, null where both are the same.
alter table membership_payments add column discount numeric(5, 2) not null default 0, add column list_price numeric(12, 2);
alter table membership_payments add constraint membership_payments_discount_check
  check (discount between 0 and 100 and (discount = 0 or price = list_price - round(list_price * discount / 100, 2))) not valid;

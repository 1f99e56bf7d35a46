-- beside: 0035
-- The day of the gym on which a terminal sent more than is taken in one: an alarm that ends with it.
alter table terminal_states add column quota_exceeded_on date;

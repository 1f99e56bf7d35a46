-- beside: 0035
-- A membership and products that were sold at once, as one paper: both are documents of their own.
create table tickets (
  gym_id integer not null,
  id bigint not null generated always as identity,
  id_payment bigint not null,
  id_sale bigint not null,
  primary key (gym_id, id),
  unique (gym_id, id_payment),
  unique (gym_id, id_sale),
  foreign key (gym_id, id_payment) references membership_payments (gym_id, id),
  foreign key (gym_id, id_sale) references sales (gym_id, id)
);
-- Its documents are announced.
select own_by_gym('tickets', null);
grant select, insert on tickets to torniquete_server;
revoke update, delete on tickets from torniquete_server;

-- What was printed stays: a document keeps the names of its people, and its number and its date rise together. Both are
-- given here, as it is booked, so that nobody can forget them.

-- The owner is bound by row-level security like anybody, and what is filled in below is of all gyms. Nothing is news,
-- nothing is booked anew.
alter table clients no force row level security;
alter table suppliers no force row level security;
alter table users no force row level security;
alter table sales no force row level security, disable trigger user;
alter table purchases no force row level security, disable trigger user;
alter table membership_payments no force row level security, disable trigger user;
alter table voids no force row level security, disable trigger user;
alter table document_numbers no force row level security;

alter table sales add column party_name text, add column user_name text;
alter table purchases add column party_name text, add column user_name text;
alter table membership_payments add column party_name text, add column user_name text, add column number integer;
alter table voids add column user_name text;
update sales d set party_name = c.name, user_name = u.name from clients c, users u
  where (c.gym_id, c.id) = (d.gym_id, d.id_client) and (u.gym_id, u.id) = (d.gym_id, d.id_user);
update purchases d set party_name = s.name, user_name = u.name from suppliers s, users u
  where (s.gym_id, s.id) = (d.gym_id, d.id_supplier) and (u.gym_id, u.id) = (d.gym_id, d.id_user);
update membership_payments d set party_name = c.name, user_name = u.name, number = n.number
  from clients c, users u, (select gym_id, id, row_number() over (partition by gym_id order by payment_date, id) as number from membership_payments) n
  where (c.gym_id, c.id) = (d.gym_id, d.id_client) and (u.gym_id, u.id) = (d.gym_id, d.id_user) and (n.gym_id, n.id) = (d.gym_id, d.id);
update voids d set user_name = u.name from users u where (u.gym_id, u.id) = (d.gym_id, d.id_user);

-- The date of the last number given: the next is not dated before it, whatever the clocks of the servers say.
alter table document_numbers add column last_at timestamptz, drop constraint document_numbers_kind_check,
  add constraint document_numbers_kind_check check (kind in ('sale', 'purchase', 'payment', 'void'));
insert into document_numbers (gym_id, kind, last)
  select gym_id, 'payment', max(number) from membership_payments group by gym_id;
update document_numbers d set last_at = case kind
  when 'sale' then (select max(created_at) from sales s where s.gym_id = d.gym_id)
  when 'purchase' then (select max(created_at) from purchases s where s.gym_id = d.gym_id)
  when 'payment' then (select max(payment_date) from membership_payments s where s.gym_id = d.gym_id)
  else (select max(created_at) from voids s where s.gym_id = d.gym_id) end;

alter table sales alter column party_name set not null, alter column user_name set not null, enable trigger user, force row level security;
alter table purchases alter column party_name set not null, alter column user_name set not null, enable trigger user, force row level security;
alter table membership_payments alter column party_name set not null, alter column user_name set not null, alter column number set not null,
  add unique (gym_id, number), enable trigger user, force row level security;
alter table voids alter column user_name set not null, enable trigger user, force row level security;
alter table clients force row level security;
alter table suppliers force row level security;
alter table users force row level security;
alter table document_numbers force row level security;

create function next_document(gym integer, which text, wanted timestamptz, out number integer, out at timestamptz)
  language sql as $$
  insert into document_numbers as d (gym_id, kind, last, last_at) values (gym, which, 1, wanted)
  on conflict (gym_id, kind) do update set last = d.last + 1, last_at = greatest(d.last_at, excluded.last_at)
  returning last, last_at
$$;

-- A number that is given is taken as it is: whoever fills tables in bulk keeps document_numbers too.
create function complete_document() returns trigger
  language plpgsql as $$
begin
  if new.number is null then
    if tg_table_name = 'membership_payments' then
      select d.number, d.at into new.number, new.payment_date from next_document(new.gym_id, tg_argv[0], new.payment_date) d;
    else
      select d.number, d.at into new.number, new.created_at from next_document(new.gym_id, tg_argv[0], new.created_at) d;
    end if;
  end if;
  select name into new.user_name from users where gym_id = new.gym_id and id = new.id_user;
  if tg_table_name = 'purchases' then
    select name into new.party_name from suppliers where gym_id = new.gym_id and id = new.id_supplier;
  elsif tg_table_name <> 'voids' then
    select name into new.party_name from clients where gym_id = new.gym_id and id = new.id_client;
  end if;
  return new;
end $$;
create trigger completed before insert on sales for each row execute function complete_document('sale');
create trigger completed before insert on purchases for each row execute function complete_document('purchase');
create trigger completed before insert on membership_payments for each row execute function complete_document('payment');
create trigger completed before insert on voids for each row execute function complete_document('void');

-- Lists stand in the order of their numbers; of one instant too.
drop index sales_newest;
drop index sales_of_client;
drop index purchases_newest;
drop index membership_payments_newest;
drop index membership_payments_by_client;
create index sales_newest on sales (gym_id, created_at desc, number desc) include (id, amount_total, id_client, id_user, voided_at);
create index sales_of_client on sales (gym_id, id_client, created_at desc, number desc) include (id, amount_total, id_user, voided_at);
create index purchases_newest on purchases (gym_id, created_at desc, number desc) include (id, amount_total, id_supplier, id_user, voided_at);
create index membership_payments_newest on membership_payments (gym_id, payment_date desc, number desc) include (id, price, id_client, id_user, voided_at);
create index membership_payments_by_client on membership_payments (gym_id, id_client, payment_date desc, number desc) include (id, price, id_user, voided_at);

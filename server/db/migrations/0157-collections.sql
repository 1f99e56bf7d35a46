-- beside: 0035
-- What a client paid of what they owed in one act, of however many documents: it has a number and a paper, and is taken back as one.
create table collections (
  gym_id integer not null,
  id bigint not null generated always as identity,
  number bigint not null,
  -- as they were called then; who they are by now their debts say
  client_name text not null,
  amount numeric(14, 2) not null check (amount > 0),
  -- what they owed in all after it
  left_owing numeric(20, 2) not null check (left_owing >= 0),
  created_at timestamptz not null,
  -- who took it; of what was taken before this was kept the client's history alone says it
  id_user bigint,
  user_name text,
  primary key (gym_id, id),
  unique (gym_id, number),
  foreign key (gym_id, id_user) references users (gym_id, id)
);
create index collections_newest on collections (gym_id, created_at desc, number desc);
create index collections_of_user on collections (id_user, gym_id);
select own_by_gym('collections', 'collections');
grant select, insert on collections to torniquete_server;
revoke update, delete on collections from torniquete_server;

-- It counts no longer, from that day on.
create table collection_voids (
  gym_id integer not null,
  id_collection bigint not null,
  reason text not null,
  created_at timestamptz not null,
  id_user bigint not null,
  user_name text,
  -- the drawer's from which the money goes back; it has to be open
  id_shift bigint,
  primary key (gym_id, id_collection),
  foreign key (gym_id, id_collection) references collections (gym_id, id),
  foreign key (gym_id, id_user) references users (gym_id, id),
  foreign key (gym_id, id_shift) references cash_shifts (gym_id, id)
);
create index collection_voids_of_user on collection_voids (id_user, gym_id);
create index collection_voids_of_shift on collection_voids (gym_id, id_shift) where id_shift is not null;
select own_by_gym('collection_voids', 'collections');
grant select, insert on collection_voids to torniquete_server;
revoke update, delete on collection_voids from torniquete_server;

alter table tenders add column id_collection bigint;
alter table tenders add constraint tenders_gym_id_id_collection_fkey foreign key (gym_id, id_collection) references collections (gym_id, id) not valid;
-- What was collected goes back without a void of its document.
alter table tenders drop constraint tenders_check1;
alter table tenders add constraint tenders_sign check (
  case when id_void is not null then amount < 0 when id_collection is not null then amount <> 0 else amount > 0 end) not valid;

-- Passes of before are not judged by it: it was another's then, or it was paid.
alter table debts add column counts_from timestamptz;

alter table debt_rules add column version integer not null default 1, add column updated_at timestamptz not null default now();
create trigger touched before update on debt_rules for each row execute function touch();

-- Its day is the clock's, whatever day the one before it is of: money lies in the drawer on the day on which it comes.
create function complete_collection() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'collections' then
    insert into document_numbers as d (gym_id, kind, last) values (new.gym_id, 'collection', 1)
    on conflict (gym_id, kind) do update set last = d.last + 1 returning last into new.number;
  end if;
  new.user_name := (select name from users where gym_id = new.gym_id and id = new.id_user);
  return new;
end $$;
create trigger completed before insert on collections for each row execute function complete_collection();
create trigger completed before insert on collection_voids for each row execute function complete_collection();
create trigger in_shift before insert on collection_voids for each row when (new.id_shift is not null) execute function hold_shift();

-- By the kinds by which it came, of each document what was paid of it.
create function carry_out_collection_void() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into tenders (gym_id, id_sale, id_payment, id_debt, id_collection, id_kind, kind_name, amount, created_at, id_user, id_shift)
  select gym_id, id_sale, id_payment, id_debt, id_collection, id_kind, kind_name, -amount, new.created_at, id_user, new.id_shift
  from tenders where gym_id = new.gym_id and id_collection = new.id_collection and amount > 0 order by id_debt, id;
  return null;
end $$;
create trigger carried_out after insert on collection_voids for each row execute function carry_out_collection_void();

-- As before; what is taken back is owed again, unless its document is void: then it went back with that.
create or replace function pay_debt() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.amount < 0 then
    update debts d set owed = d.owed - new.amount, settled_at = null,
      counts_from = case when d.settled_at is null then d.counts_from else greatest(new.created_at, d.counts_from) end
    where d.gym_id = new.gym_id and d.id = new.id_debt and (d.id_sale, d.id_payment) is not distinct from (new.id_sale, new.id_payment)
      and exists (select from collection_voids v where v.gym_id = new.gym_id and v.id_collection = new.id_collection)
      and new.amount + (select coalesce(sum(t.amount), 0) from tenders t
        where t.gym_id = new.gym_id and t.id_collection = new.id_collection and t.id_debt = new.id_debt) >= 0
      and not exists (select from voids v where v.gym_id = d.gym_id and (v.id_sale = d.id_sale or v.id_payment = d.id_payment));
  else
    update debts d set owed = d.owed - new.amount, settled_at = case when d.owed = new.amount then new.created_at end
    where d.gym_id = new.gym_id and d.id = new.id_debt and d.owed >= new.amount
      and (d.id_sale, d.id_payment) is not distinct from (new.id_sale, new.id_payment);
  end if;
  if not found then
    raise exception 'so much is not owed of %', new.id_debt using errcode = '23514', constraint = 'debts_owed';
  end if;
  return new;
end $$;

-- As before; what was taken back is told as that.
create or replace function tell_debt() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  word text := 'owed';
  amount numeric := new.amount;
begin
  if tg_op = 'UPDATE' then
    word := case when new.annulled > old.annulled then 'debt_annulled' when new.owed > old.owed then 'debt_unpaid' else 'debt_paid' end;
    amount := abs(old.owed - new.owed);
  end if;
  insert into history (gym_id, id_user, entity, entity_id, action, changes)
  select new.gym_id, nullif(current_setting('app.user_id', true), '')::bigint, 'clients', new.id_client, 'update',
    jsonb_build_object(word, jsonb_build_array(null, '$ ' || to_char(amount, 'FM999,999,999,990.00') || ' · ' || coalesce(
      (select 'Venta N.º ' || s.number from sales s where s.gym_id = new.gym_id and s.id = new.id_sale),
      (select p.name || ' N.º ' || p.number from membership_payments p where p.gym_id = new.gym_id and p.id = new.id_payment))));
  return null;
end $$;

-- As before; whoever it comes to passed before it did.
create or replace function hand_over_debt() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'sales' then
    update debts set id_client = new.id_client, counts_from = now() where gym_id = new.gym_id and id_sale = new.id;
  else
    update debts set id_client = new.id_client, counts_from = now() where gym_id = new.gym_id and id_payment = new.id;
  end if;
  return null;
end $$;

-- As before; what was taken back already does not go back again.
create or replace function carry_out_void() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  named constant jsonb := to_jsonb(new);
  document record;
  marked bigint;
begin
  select v.name, v.target, (named ->> v.name)::bigint as id into strict document from voidable() v where named ->> v.name is not null;
  execute format('update %s set voided_at = $1, version = version + 1 where gym_id = $2 and id = $3', document.target)
    using new.created_at, new.gym_id, document.id;
  get diagnostics marked = row_count;
  if marked <> 1 then raise exception 'a void of % %, which is not there', document.target, document.id; end if;
  if new.id_sale is not null then
    update debts set annulled = owed, owed = 0, settled_at = new.created_at where gym_id = new.gym_id and id_sale = new.id_sale and owed > 0;
  elsif new.id_payment is not null then
    update debts set annulled = owed, owed = 0, settled_at = new.created_at where gym_id = new.gym_id and id_payment = new.id_payment and owed > 0;
  end if;
  if new.id_sale is not null or new.id_purchase is not null then
    insert into stock_movements (gym_id, id_product, quantity, reason, id_sale, id_purchase)
    select gym_id, id_product, -quantity, 'void', id_sale, id_purchase from stock_movements
    where gym_id = new.gym_id and (id_sale = new.id_sale or id_purchase = new.id_purchase) order by id_product, id;
  end if;
  if not exists (select from tenders where gym_id = new.gym_id and id_void = new.id) then
    execute format(
      'insert into tenders (gym_id, id_sale, id_payment, id_purchase, id_expense, id_void, id_kind, kind_name, amount, created_at, id_user)
       select t.gym_id, t.id_sale, t.id_payment, t.id_purchase, t.id_expense, $3, t.id_kind, max(t.kind_name), -sum(t.amount), $4, d.id_user
       from tenders t join %1$s d on d.gym_id = t.gym_id and d.id = t.%2$I
       where t.gym_id = $1 and t.%2$I = $2 and t.id_void is null group by 1, 2, 3, 4, 5, 7, 11 having sum(t.amount) > 0 order by 7', document.target, document.name)
      using new.gym_id, document.id, new.id, new.created_at;
  end if;
  return null;
end $$;

-- What is paid of debts at once is paid of debts.
alter table tenders add constraint tenders_of_debts check (id_collection is null or id_debt is not null) not valid;

-- As before; what is paid may be owed again, unless its document is void.
create or replace function follow_zone() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new."timeZone" = old."timeZone" then return null; end if;
  perform place_payments(c.id) from (
    select distinct p.id_client as id from visit_counts v join membership_payments p on p.gym_id = v.gym_id and p.id = v.id_payment
    where v.gym_id = new.gym_id order by 1) c;
  perform from debts d where d.gym_id = new.gym_id
    and not exists (select from voids v where v.gym_id = d.gym_id and (v.id_sale = d.id_sale or v.id_payment = d.id_payment))
  order by d.id_client, d.created_at, d.id for update;
  update debts d set since = d.since + ((d.created_at at time zone new."timeZone")::date - (d.created_at at time zone old."timeZone")::date)
  where d.gym_id = new.gym_id
    and not exists (select from voids v where v.gym_id = d.gym_id and (v.id_sale = d.id_sale or v.id_payment = d.id_payment));
  perform pg_advisory_xact_lock(7202, new.gym_id);
  perform deal_sums(new.gym_id, new."timeZone");
  return null;
end $$;

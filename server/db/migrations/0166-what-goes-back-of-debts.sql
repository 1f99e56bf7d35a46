-- beside: 0035
-- As before; what goes back, of a sale as of what was paid of a debt, is no cash that is taken.
drop trigger needs_shift on tenders;
create trigger needs_shift before insert on tenders for each row
  when (new.id_shift is null and new.id_void is null and new.amount > 0 and num_nonnulls(new.id_sale, new.id_payment) > 0) execute function need_shift();

-- What is paid of debts at once is paid of debts.
alter table tenders add constraint tenders_of_debts check (id_collection is null or id_debt is not null) not valid;

-- As before; no more goes back of a debt than the collection holds of it still.
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

-- beside: 0019
-- A table whose rows are documents of the books is one by own_document(): numbered by its kind, voided through a column of
-- `voids` that carries the kind's name, seen by its own gym alone.
alter table document_numbers drop constraint document_numbers_kind_check;

-- What a void can name: its columns that lead to documents, as the catalogue has them.
create function voidable() returns table (name name, target regclass)
  language sql stable as $$
  select a.attname, k.confrelid::regclass
  from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
  where k.conrelid = 'voids'::regclass and k.contype = 'f' and a.attname not in ('gym_id', 'id_user')
$$;

create function own_document(target regclass, kind text, area text) returns void
  language plpgsql as $$
declare
  own constant text := 'id_' || kind;
begin
  perform own_by_gym(target, area);
  execute format('create trigger completed before insert on %s for each row execute function complete_document(%L)', target, kind);
  execute format('create index on %s (gym_id, created_at desc, number desc)', target);
  execute format('create index on %s (id_user, gym_id)', target);
  execute format('create index on %s (gym_id, voided_at) where voided_at is not null', target);
  execute format('alter table voids add column %I bigint, add constraint %I unique (gym_id, %I)', own, 'voids_' || kind, own);
  execute format('alter table voids add foreign key (gym_id, %I) references %s (gym_id, id)', own, target);
  alter table voids drop constraint voids_check;
  execute format('alter table voids add constraint voids_check check (num_nonnulls(%s) = 1)',
    (select string_agg(quote_ident(name), ', ' order by name) from voidable()));
  -- Whoever made the table gave the server's role all there is: what is booked is neither edited nor deleted.
  execute format('revoke update, delete on %s from torniquete_server', target);
end $$;

create or replace function carry_out_void() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  named constant jsonb := to_jsonb(new);
  document record;
  marked bigint;
begin
  select v.target, (named ->> v.name)::bigint as id into strict document from voidable() v where named ->> v.name is not null;
  execute format('update %s set voided_at = $1, version = version + 1 where gym_id = $2 and id = $3', document.target)
    using new.created_at, new.gym_id, document.id;
  get diagnostics marked = row_count;
  if marked <> 1 then raise exception 'a void of % %, which is not there', document.target, document.id; end if;
  if new.id_sale is not null or new.id_purchase is not null then
    insert into stock_movements (gym_id, id_product, quantity, reason, id_sale, id_purchase)
    select gym_id, id_product, -quantity, 'void', id_sale, id_purchase from stock_movements
    where gym_id = new.gym_id and (id_sale = new.id_sale or id_purchase = new.id_purchase) order by id_product, id;
  end if;
  return null;
end $$;

-- As before, but for tables of which it knows no party: those name theirs, or nobody, themselves.
create or replace function complete_document() returns trigger
  language plpgsql as $$
begin
  if new.number is null then
    if tg_table_name = 'membership_payments' then
      select d.number, d.at into new.number, new.payment_date from next_document(new.gym_id, tg_argv[0], new.payment_date) d;
    else
      select d.number, d.at into new.number, new.created_at from next_document(new.gym_id, tg_argv[0], new.created_at) d;
    end if;
  end if;
  if new.user_name is null then
    select name into new.user_name from users where gym_id = new.gym_id and id = new.id_user;
  end if;
  if tg_table_name = 'purchases' then
    new.party_name := coalesce(new.party_name, (select name from suppliers where gym_id = new.gym_id and id = new.id_supplier));
  elsif tg_table_name in ('sales', 'membership_payments') then
    new.party_name := coalesce(new.party_name, (select name from clients where gym_id = new.gym_id and id = new.id_client));
  end if;
  return new;
end $$;

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
  execute format('grant select, insert on %s to torniquete_server', target);
end $$;

create or replace function carry_out_void() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  named constant jsonb := to_jsonb(new);
  document record;
begin
  select v.target, (named ->> v.name)::bigint as id into strict document from voidable() v where named ->> v.name is not null;
  execute format('update %s set voided_at = $1, version = version + 1 where gym_id = $2 and id = $3', document.target)
    using new.created_at, new.gym_id, document.id;
  if new.id_sale is not null or new.id_purchase is not null then
    insert into stock_movements (gym_id, id_product, quantity, reason, id_sale, id_purchase)
    select gym_id, id_product, -quantity, 'void', id_sale, id_purchase from stock_movements
    where gym_id = new.gym_id and (id_sale = new.id_sale or id_purchase = new.id_purchase) order by id_product, id;
  end if;
  return null;
end $$;

-- beside: 0035
-- What a file added to who was a client already: which of its acts, and what, so that it is undone with it. By the name that
-- the file had for them they are known when it is brought once more.
create table client_fills (
  gym_id integer not null,
  id_import bigint not null,
  id_client bigint not null,
  name text not null,
  filled jsonb not null,
  id_payment bigint,
  undone boolean not null default false,
  -- Whether its undoing changed their card; and whether it was left, since somebody worked with them meanwhile.
  wrote boolean not null default false,
  kept boolean not null default false,
  primary key (gym_id, id_import, id_client),
  foreign key (gym_id, id_client) references clients (gym_id, id),
  foreign key (gym_id, id_import) references client_imports (gym_id, id)
);
create index client_fills_of_client on client_fills (id_client, gym_id);
select own_by_gym('client_fills', null);
grant select, insert, update, delete on client_fills to torniquete_server;

-- A server of before undoes who came in a file and knows nothing of this: it must not say that all of it is undone.
create function undo_whole() returns trigger
  language plpgsql as $$
begin
  if exists (select from client_fills f where f.gym_id = new.gym_id and f.id_import = new.id and not f.undone and not f.kept) then
    raise exception 'what import % added to clients is not undone', new.id;
  end if;
  return new;
end $$;
create trigger undone_whole before update of undone_at on client_imports
  for each row when (old.undone_at is null and new.undone_at is not null) execute function undo_whole();

-- Whoever imported thousands lists them at once: the planner is not to think that they are few until it looks by itself. It
-- belongs to the tables' owner, who alone may; where somebody looks already, they are not waited for.
create function analyze_imported(what text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if what = 'clients' then
    analyze (skip_locked) clients, client_words, name_words, pins, membership_payments, paid_until, imported_clients, client_fills, history;
  elsif what = 'products' then
    analyze (skip_locked) products, stock_movements, imported_products, history;
  else
    raise exception 'nothing that comes in files: %', what;
  end if;
end $$;
revoke execute on function analyze_imported(text) from public;
grant execute on function analyze_imported(text) to torniquete_server;

-- beside: 0035
-- Clients by the words of their names. A search by three letters came from an index of trigrams, which says where a name may be
-- and not whether it is: each client found was read from a page of its own to be counted. One by fewer letters read all.
create table name_words (
  gym_id integer not null references gyms (id),
  word text collate "C" not null,
  primary key (gym_id, word)
);

create table client_words (
  gym_id integer not null references gyms (id),
  word text collate "C" not null,
  id_client bigint not null,
  primary key (gym_id, word, id_client)
);

create index name_words_like on name_words using gin (gym_id, word gin_trgm_ops);

alter table name_words enable row level security, force row level security;
create policy of_the_gym on name_words using (gym_id = (select app_gym())) with check (gym_id = (select app_gym()));
grant select on name_words to torniquete_server;
alter table client_words enable row level security, force row level security;
create policy of_the_gym on client_words using (gym_id = (select app_gym())) with check (gym_id = (select app_gym()));
grant select on client_words to torniquete_server;

-- Of those whom the list of clients shows.
create function keep_client_words() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from client_words w
    where w.gym_id = old.gym_id and w.id_client = old.id and w.word = any (string_to_array(old.search, ' '));
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null and not new.is_anonymous then
    insert into name_words (gym_id, word)
    select distinct new.gym_id, w.word from string_to_table(new.search, ' ') w (word) where w.word <> '' order by 2
    on conflict do nothing;
    insert into client_words (gym_id, word, id_client)
    select distinct new.gym_id, w.word, new.id from string_to_table(new.search, ' ') w (word) where w.word <> ''
    on conflict do nothing;
  end if;
  return null;
end $$;

create trigger worded after insert or delete on clients for each row execute function keep_client_words();
create trigger worded_change after update of name, deleted_at, is_anonymous on clients for each row
  when (old.name is distinct from new.name or old.deleted_at is distinct from new.deleted_at or old.is_anonymous <> new.is_anonymous)
  execute function keep_client_words();

-- outside a transaction
-- beside: 0035
-- Gym by gym; whoever is renamed meanwhile waits for their gym's turn to end.
do $$
declare
  gym integer;
begin
  for gym in select id from gyms order by id loop
    perform set_config('app.gym_id', gym::text, false);
    with shown as (
      select c.id, c.search from clients c
      where c.gym_id = gym and c.deleted_at is null and not c.is_anonymous for share of c),
    said as (
      select distinct w.word, s.id from shown s, string_to_table(s.search, ' ') w (word) where w.word <> ''),
    words as (
      insert into name_words (gym_id, word) select distinct gym, word from said on conflict do nothing)
    insert into client_words (gym_id, word, id_client) select gym, word, id from said on conflict do nothing;
    commit;
  end loop;
  perform set_config('app.gym_id', '', false);
end $$;

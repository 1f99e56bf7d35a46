-- outside a transaction
-- beside: 0035
-- Gym by gym, five hundred clients at a time; whoever is renamed meanwhile waits for that piece.
do $$
declare
  gym integer;
  done bigint;
  piece_end bigint;
begin
  for gym in select id from gyms order by id loop
    done := 0;
    loop
      perform set_config('app.gym_id', gym::text, false);
      with piece as (
        select c.id, c.search, c.deleted_at is null and not c.is_anonymous as is_shown from clients c
        where c.gym_id = gym and c.id > done order by c.id limit 500 for share of c),
      said as (
        select distinct w.word, p.id from piece p, string_to_table(p.search, ' ') w (word) where p.is_shown and w.word <> ''),
      words as (
        insert into name_words (gym_id, word) select distinct gym, word from said order by 2 on conflict do nothing),
      of_clients as (
        insert into client_words (gym_id, word, id_client) select gym, word, id from said on conflict do nothing)
      select max(id) into piece_end from piece;
      commit;
      exit when piece_end is null;
      done := piece_end;
    end loop;
  end loop;
  perform set_config('app.gym_id', '', false);
end $$;

-- outside a transaction
-- beside: 0035
-- Texts are stored composed since they are read so; those of before may hold a letter and its mark as two: an ñ of two stands
-- among the n, and is not looked for by itself. Five hundred rows of a gym at a time; a history that says
-- 'José → José' says nothing. A plan that is called like another then keeps its name: unaccent of PostgreSQL 15 leaves the marks.
do $$
declare
  owns constant integer[] := array(select id from gyms order by id);
  named text[];
  own integer;
  done bigint[];
begin
  foreach named slice 1 in array array[['clients', 'name'], ['users', 'name'], ['products', 'name'], ['suppliers', 'name'],
                                       ['memberships', 'name'], ['expenses', 'description'], ['expenses', 'party_name']] loop
    foreach own in array owns loop
      loop
        perform set_config('app.gym_id', own::text, true);
        execute format('with composed as (
            update %1$I set %2$I = normalize(%2$I, nfc)
            where gym_id = $1 and id in (
              select id from %1$I t where gym_id = $1 and %2$I is not nfc normalized
                and (%1$L <> ''memberships'' or not exists (
                  select from memberships m where m.gym_id = $1 and m.id <> t.id and m.deleted_at is null
                    and m.search = fold(normalize(t.%2$I, nfc))))
              limit 500)
            returning id)
          select coalesce(array_agg(id), ''{}'') from composed', named[1], named[2]) into done using own;
        delete from history where gym_id = own and entity = named[1] and entity_id = any (done) and action = 'update' and at = now();
        commit;
        exit when done = '{}';
      end loop;
    end loop;
  end loop;
end $$;

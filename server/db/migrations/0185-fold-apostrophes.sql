-- outside a transaction
-- beside: 0035
-- Accents that stand for an apostrophe are one, as in foldName() of the contract. The few rows that have any are written anew,
-- five hundred of a gym at a time: their search column follows.
create or replace function fold(value text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, translate(value, '´`', '''''')));

do $$
declare
  owns constant integer[] := array(select id from gyms order by id);
  named text;
  own integer;
  done bigint[];
begin
  foreach named in array array['clients', 'products', 'suppliers'] loop
    foreach own in array owns loop
      loop
        perform set_config('app.gym_id', own::text, true);
        execute format('with folded as (
            update %1$I set name = name where gym_id = $1 and id in (
              select id from %1$I where gym_id = $1 and search <> fold(name) limit 500)
            returning id)
          select coalesce(array_agg(id), ''{}'') from folded', named) into done using own;
        delete from history where gym_id = own and entity = named and entity_id = any (done) and action = 'update' and at = now();
        commit;
        exit when done = '{}';
      end loop;
    end loop;
  end loop;
end $$;

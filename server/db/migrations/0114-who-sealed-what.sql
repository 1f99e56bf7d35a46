-- beside: 0035
-- What is sealed, by which key: asked before one is made, and by whoever looks after the installation. Row-level security shows
-- one gym at a time.
create function sealed_rows() returns table (kind text, key_name text, rows bigint)
  language plpgsql as $$
declare
  own integer;
begin
  for own in select id from gyms order by id loop
    perform set_config('app.gym_id', own::text, true);
    return query select 'biometrics', b.key_name, count(*) from biometrics b where b.gym_id = own group by b.key_name
      union all
      select 'channels', c.key_name, count(*) from message_channels c where c.gym_id = own and c.sealed is not null group by c.key_name;
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;

-- By which key each server seals; null of one that does not say it, empty of one that has none.
alter table servers add column key_name text;

-- Failed logins of the last minutes, counted over all servers, and where each user logged in from: what a name is
-- guessed with is no row of a gym, and need not be a user at all. No password is in it. Not logged, so that counting
-- waits for no disk: a crash forgets a quarter of an hour.
create unlogged table failed_logins (
  username text not null,
  address text not null,
  count integer not null,
  ends timestamptz not null,
  primary key (username, address)
);
create index on failed_logins (ends);
create table login_addresses (
  username text not null,
  address text not null,
  last_at timestamptz not null,
  primary key (username, address)
);
create index on login_addresses (last_at);

-- Counts an attempt as failed before its password is looked at, so that many at once on many servers pass no limit;
-- settle_login() takes it back where it was right. Answers until when it is refused, null where it may go. A user with
-- too many failures is heard only from where it logged in lately: nobody is locked out by strangers.
create function claim_login(who text, origin text, at timestamptz) returns timestamptz
  language plpgsql as $$
declare
  taken record;
  -- Of user and address, of the address, of the user: always locked in this order.
  users constant text[] := array[who, '', who];
  origins constant text[] := array[origin, origin, ''];
  limits constant integer[] := array[10, 100, 50];
begin
  for step in 1..3 loop
    insert into failed_logins as f (username, address, count, ends)
    values (users[step], origins[step], 1, at + interval '15 minutes')
    on conflict (username, address) do update set
      count = case when f.ends <= at then 1 else f.count + 1 end,
      ends = case when f.ends <= at then excluded.ends else f.ends end
    returning f.count, f.ends into taken;
    continue when taken.count <= limits[step];
    continue when step = 3 and exists (select from login_addresses l
      where l.username = who and l.address = origin and l.last_at > at - interval '30 days');
    for done in 1..step loop
      update failed_logins set count = count - 1 where username = users[done] and address = origins[done];
    end loop;
    return taken.ends;
  end loop;
  return null;
end $$;

-- An attempt that did not fail counts for nothing. With `entered` the address is known as the user's.
create function settle_login(who text, origin text, at timestamptz, entered boolean) returns void
  language plpgsql as $$
begin
  update failed_logins set count = count - 1 where username = who and address = origin;
  update failed_logins set count = count - 1 where username = '' and address = origin;
  update failed_logins set count = count - 1 where username = who and address = '';
  delete from failed_logins where count <= 0
    and ((username = who and address = origin) or (username = '' and address = origin) or (username = who and address = ''));
  if not entered then return; end if;
  insert into login_addresses as l (username, address, last_at) values (who, origin, at)
  on conflict (username, address) do update set last_at = excluded.last_at where l.last_at < excluded.last_at - interval '1 hour';
end $$;

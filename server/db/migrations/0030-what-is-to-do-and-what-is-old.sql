-- beside: 0019
-- Which gyms have anything to plan or to pass on, told in one call: each is looked at as itself, so that no policy has to
-- let anybody see several.
create function gyms_with_work() returns table (gym integer, messages boolean, requests boolean)
  language plpgsql as $$
declare
  own integer;
begin
  for own in select id from gyms where id > 0 order by id loop
    perform set_config('app.gym_id', own::text, true);
    messages := exists (select from outbox where gym_id = own and state = 'pending')
      or exists (select from notification_config where gym_id = own and "isActive")
      or exists (select from report_schedule where gym_id = own and "isActive");
    requests := exists (select from support_requests where gym_id = own and sent_at is null and failed_at is null);
    gym := own;
    if messages or requests then return next; end if;
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;

-- Drops what nobody reads after a year, of the transaction's gym: so many rows of each table at most; answers the most
-- of one of them. Numbers rise with time, so only the first are looked at. Nothing here is a book.
create function drop_old(most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before constant timestamptz := now() - interval '1 year';
  messages integer;
  records integer;
  requests integer;
begin
  delete from outbox where gym_id = app_gym() and id in (
    select t.id from (select id, state, created_at from outbox where gym_id = app_gym() order by id limit most) t
    where t.state <> 'pending' and t.created_at < before);
  get diagnostics messages = row_count;
  delete from door_records where gym_id = app_gym() and id in (
    select t.id from (select id, arrived_at from door_records where gym_id = app_gym() order by id limit most) t
    where t.arrived_at < before);
  get diagnostics records = row_count;
  delete from support_requests where gym_id = app_gym() and id in (
    select id from support_requests
    where gym_id = app_gym() and num_nonnulls(sent_at, failed_at) > 0 and created_at < before order by id limit most);
  get diagnostics requests = row_count;
  return greatest(messages, records, requests);
end $$;
revoke execute on function drop_old(integer) from public;
grant execute on function drop_old(integer) to torniquete_server;

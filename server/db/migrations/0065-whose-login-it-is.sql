-- beside: 0035
-- A gym's username is that of a super admin who is one today: `id_user` while that one is, else the next. Where nobody is it is empty.
create function present_login(gym integer, first bigint, out id_user bigint, out username text)
  language sql stable as $$
  select u.id, u.username from users u join roles r on r.id = u.id_role
  where u.gym_id = gym and r.name = 'gym_super_admin' and u.is_active and u.deleted_at is null
  order by u.id = first desc nulls last, u.id limit 1
$$;

-- Whoever leaves has locked all super admins of the gym before, so that the next one's name is not about to change.
create function pass_login_on() returns trigger language plpgsql as $$
begin
  update gyms g set id_user = p.id_user, username = coalesce(p.username, '')
  from gyms present cross join present_login(present.id, present.id_user) p
  where present.id = new.gym_id and present.id > 0 and g.id = present.id
    and (present.id_user = new.id or present.id_user is null)
    and (g.id_user, g.username) is distinct from (p.id_user, coalesce(p.username, ''));
  return null;
end $$;

do $$
declare
  gym record;
begin
  for gym in select id from gyms where id > 0 and deleted_at is null loop
    perform set_config('app.gym_id', gym.id::text, true);
    update gyms g set id_user = p.id_user, username = coalesce(p.username, '')
    from present_login(gym.id, (select id_user from gyms where id = gym.id)) p
    where g.id = gym.id and g.username <> coalesce(p.username, '');
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;

create trigger passed_on after update on users for each row
  when (old.username <> new.username or old.id_role <> new.id_role or old.is_active <> new.is_active or old.deleted_at is distinct from new.deleted_at)
  execute function pass_login_on();

create or replace function keep_username() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.username = old.username and new.deleted_at is not distinct from old.deleted_at then
    return null;
  end if;
  delete from usernames where gym_id = new.gym_id and id_user = new.id;
  if new.deleted_at is null then
    insert into usernames (username, gym_id, id_user) values (lower(new.username), new.gym_id, new.id);
  end if;
  return null;
end $$;

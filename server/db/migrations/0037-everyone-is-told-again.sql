-- beside: 0035
-- Gym by gym, for the owner is bound by row-level security like anybody.
do $$
declare
  gym record;
begin
  for gym in select id from gyms where id > 0 loop
    perform set_config('app.gym_id', gym.id::text, true);
    -- Those that are served go on being served, and are asked whom they hold: nobody ever did.
    insert into terminal_states (gym_id, id_device, census, census_again, census_begun)
    select gym_id, id, 1, true, now() from devices where gym_id = gym.id
    on conflict do nothing;
    insert into terminal_orders (gym_id, id_device, kind)
    select gym_id, id, unnest(array['count', 'list']) from devices where gym_id = gym.id
    on conflict do nothing;
    insert into terminal_strangers (gym_id, id_device, pin, name, card, privilege, opens, seen_at)
    select gym_id, id_device, pin::text, split_part(held, E'\t', 4), split_part(held, E'\t', 3), privilege, split_part(held, E'\t', 2) <> '3', now()
    from terminal_users where gym_id = gym.id and held like 'x%'
    on conflict do nothing;
    delete from terminal_users where gym_id = gym.id and held like 'x%';
    -- A record has a first and a last day from now on, and only staff are administrators of a terminal.
    update terminal_users set held = case when held <> '' then split_part(held, E'\t', 1) || E'\t?'
      when sent <> '' then split_part(sent, E'\t', 1) || E'\t?' else '' end, sent = null,
      command = null, tries = 0, privilege = case when held like 'u%' then privilege else 0 end
    where gym_id = gym.id;
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;

-- beside: 0035
-- When a terminal last told a part of its past, which it tells first of all and not always at once; and whether it told it
-- before deeds were remembered one by one: of those that bear no time of ours it is known of none that it was judged.
alter table terminal_states
  add column past_told_at timestamptz,
  add column past_unremembered boolean not null default false;

do $$
declare gym record;
begin
  for gym in select id from gyms loop
    perform set_config('app.gym_id', gym.id::text, true);
    update terminal_states s set past_unremembered = true
    where s.gym_id = gym.id and s.operations_until is not null
      and not exists (select from judged_operations j where j.gym_id = s.gym_id and j.id_device = s.id_device);
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;

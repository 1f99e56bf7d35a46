-- beside: 0035
-- One row for each login whose token has not expired. A person sees the own ones and can end one; last_seen_at is when the
-- person was last active, to about a minute.
create table sessions (
  gym_id integer not null references gyms on delete cascade,
  id text not null,
  id_user bigint not null,
  epoch integer not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires timestamptz not null,
  address text not null,
  browser text not null,
  primary key (gym_id, id),
  foreign key (gym_id, id_user) references users (gym_id, id) on delete cascade
);
create index sessions_by_user on sessions (gym_id, id_user);
select own_by_gym('sessions', null);

-- The second factor of a user: a TOTP secret (RFC 6238), sealed, and recovery codes as SHA-256 hashes, each good for one login.
create table second_factors (
  gym_id integer not null references gyms on delete cascade,
  id_user bigint not null,
  secret bytea not null,
  -- Null until the first code proved that the person's device knows the secret.
  confirmed_at timestamptz,
  -- The newest time step that was used: a code is good once.
  last_step bigint not null default 0,
  recovery_codes text[] not null default '{}',
  primary key (gym_id, id_user),
  foreign key (gym_id, id_user) references users (gym_id, id) on delete cascade
);
select own_by_gym('second_factors', null);

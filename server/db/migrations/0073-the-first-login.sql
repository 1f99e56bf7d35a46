-- beside: 0035
-- Until the platform's master has come in once: the hash of the link by which they may, and until when. Installations
-- from before have no row, and nobody to wait for.
create table first_login (
  singleton boolean primary key default true check (singleton),
  link_hash text,
  link_until timestamptz,
  done_at timestamptz
);
grant select, insert, update on first_login to torniquete_server;

-- outside a transaction
-- beside: 0019
-- A page and a total of what is unread, and of each action of the history: each row stands in one of these.

create index concurrently if not exists notifications_unread_newest on notifications (gym_id, created_at desc, id desc) where not is_read;

create index concurrently if not exists history_created on history (gym_id, id) where action = 'insert';

create index concurrently if not exists history_updated on history (gym_id, id)
  where action = 'update' and not changes ? 'deleted_at';

create index concurrently if not exists history_hidden on history (gym_id, id)
  where action = 'delete' or (action = 'update' and changes ? 'deleted_at');

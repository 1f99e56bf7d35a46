-- The badges of every open screen count the unread of each title after each pass at the door: from an index alone.
create index notifications_unread_titles on notifications (gym_id, title) where not is_read;

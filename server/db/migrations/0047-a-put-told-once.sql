-- beside: 0035
-- When the record was sent whose own report has not come yet: a terminal that does not say how somebody opens reports a
-- record that it was given and one that somebody changed there in the same words.
alter table terminal_users add column echo_due timestamptz;

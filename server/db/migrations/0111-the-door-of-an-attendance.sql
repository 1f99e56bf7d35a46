-- beside: 0035
-- At which of a panel's doors somebody came in, from 1 on; null where it has one, or nobody knows.
alter table attendances add column door smallint;

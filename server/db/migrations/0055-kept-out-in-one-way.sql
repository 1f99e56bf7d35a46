-- beside: 0035
-- Whether a terminal takes who is kept out by its own way alone, and refuses the method beside it: it is not asked anew for each.
alter table terminal_states add column one_way boolean not null default false;

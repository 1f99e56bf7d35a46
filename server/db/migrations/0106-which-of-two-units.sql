-- beside: 0035
-- The network card that a terminal names where it describes itself: by it two units with one serial number are told apart that
-- call from one address and say no card with their calls.
alter table terminal_states add column unit_mac text;
alter table terminal_states drop constraint terminal_states_rival_lacks_check;
alter table terminal_states add constraint terminal_states_rival_lacks_check
  check (rival_lacks in ('key', 'right-key', 'name', 'mark'));

-- beside: 0035
-- The network card that a terminal names where it describes itself: by it two units with one serial number are told apart that
-- call from one address and say no card with their calls. `unit_card`: the other one of the same unit, by cable and by Wi-Fi.
-- `unit_doubted_at`: since when another card answers and `unit_mac` does not. Who the second of two is, and when it was heard,
-- stands apart from other rivals: a server of the version before could not show it.
alter table terminal_states
  add column unit_mac text, add column unit_card text,
  add column unit_doubted_at timestamptz, add column unit_replaced_at timestamptz,
  add column twin_mac text, add column twin_at timestamptz;

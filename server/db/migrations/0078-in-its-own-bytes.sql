-- beside: 0035
-- What a terminal told last of a finger or a face where that is another than is kept: told once more after it was given the
-- kept one, it is how this terminal writes that.
alter table terminal_templates add column told text;

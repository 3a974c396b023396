-- UDS-03: a script that the sandbox of the server runs, instead of an algorithm that goes to the terminal.
alter table unlock_files add column is_script boolean not null default false;

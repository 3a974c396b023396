-- DBC-11: LDF and ARXML files stand in the library beside DBCs.
alter table dbc_revisions add column format text not null default 'dbc' check (format in ('dbc', 'ldf', 'arxml'));

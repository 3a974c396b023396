-- A mail may have a form for reading beside its plain text.
alter table outbox add column html text;

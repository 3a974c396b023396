-- The part of a message that opens something, such as a sign-in code: masked until the operator asks for it.
alter table outbox add column secret text;
update outbox set secret = substring(content from '[0-9]{6}') where tenant_id is null;

-- TRG-03: the version of the rule that made the change; null: of a process before this.
alter table rule_changes add column rule_version integer;

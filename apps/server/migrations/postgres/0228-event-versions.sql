-- TRG-05: the version of the rule that fired it: an event that runs is over when the rule is another; null: of before.
alter table alarm_events add column rule_version integer;

-- TRG-04: what a rule did lately, and the events to keep when it is deleted.
create index alarm_events_rule on alarm_events (rule_id, started_us desc);

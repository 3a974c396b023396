-- TRG-04: commands of rules that wait or are under way (problem 'sending'), one at a time for each device.
create index alarm_outbox_commands on alarm_outbox (things_id, created_at)
  where kind = 'command' and (handed_at is null or problem = 'sending');

-- CAP-01: alarms, presence and files that push rules forward. Written by triggers in the transaction of what happened, so
-- that whichever process ends at whichever moment, none is left out (decision 0028).
create table push_happenings (
  id bigint generated always as identity primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null,
  kind text not null,
  -- The alarm event, the line of the device's log or the file.
  subject text not null
);

create function push_happened(tenant uuid, rule_kind text, things uuid, happened text, subject text) returns void
language sql as $$
  insert into push_happenings (tenant_id, things_id, kind, subject)
  select tenant, things, happened, subject
  where exists (select from push_rules where tenant_id = tenant and enabled and kind = rule_kind)
$$;

create function push_alarm_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform push_happened(new.tenant_id, 'events', new.things_id, 'alarm.fired', new.id::text);
  end if;
  if new.ended_us is not null then
    perform push_happened(new.tenant_id, 'events', new.things_id, 'alarm.ended', new.id::text);
  end if;
  return null;
end $$;
create trigger push_alarm_fired after insert on alarm_events
  for each row execute function push_alarm_changed();
create trigger push_alarm_ended after update of ended_us on alarm_events
  for each row when (old.ended_us is null and new.ended_us is not null) execute function push_alarm_changed();

create function push_presence_changed() returns trigger language plpgsql as $$
begin
  perform push_happened(new.tenant_id, 'events', new.things_id, 'device.' || new.kind, new.id::text);
  return null;
end $$;
create trigger push_presence after insert on device_log
  for each row when (new.kind in ('online', 'offline')) execute function push_presence_changed();

create function push_file_stored() returns trigger language plpgsql as $$
begin
  perform push_happened(new.tenant_id, 'files', new.things_id, 'file.stored', new.id::text);
  return null;
end $$;
create trigger push_file_came after insert on files
  for each row when (new.state = 'stored' and new.things_id is not null) execute function push_file_stored();
create trigger push_file_ended after update of state on files
  for each row when (old.state <> 'stored' and new.state = 'stored' and new.things_id is not null)
  execute function push_file_stored();

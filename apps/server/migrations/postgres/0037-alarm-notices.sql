-- TRG-06: a row of the alarm outbox is handed over once, to the outbox of messages or to the device.
alter table alarm_outbox
  add column handed_at timestamptz,
  -- Why it was not sent.
  add column problem text;
drop index alarm_outbox_oldest;
create index alarm_outbox_due on alarm_outbox (created_at) where handed_at is null;

alter table alarm_notes drop constraint alarm_notes_kind_check;
alter table alarm_notes add constraint alarm_notes_kind_check check
  (kind in ('acknowledged', 'assigned', 'note', 'closed', 'reopened', 'escalated', 'pinDropped', 'notSent', 'command'));

-- TRG-04: text messages and calls of a tenant in a month (YYYYMM).
create table alert_usage (
  tenant_id uuid not null references tenants (id) on delete cascade,
  month integer not null,
  messages bigint not null,
  primary key (tenant_id, month)
);

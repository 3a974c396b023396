-- UDS-06: what control units told of their faults on the bus, by the newest message of each list.
create table bus_fault_senders (
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  channel smallint not null,
  protocol text not null,
  -- Address of J1939, identifier of an OBD-II answer.
  source integer not null,
  -- active, previous; stored, pending, permanent; monitors, information.
  list text not null,
  heard_us bigint not null,
  facts jsonb not null default '{}',
  primary key (things_id, channel, protocol, source, list)
);
create index bus_fault_senders_tenant on bus_fault_senders (tenant_id);

-- A fault is over when the newest message of its list does not have it: last_us < heard_us.
create table bus_faults (
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  channel smallint not null,
  protocol text not null,
  source integer not null,
  list text not null,
  -- Three bytes of OBD-II, or above them SPN and FMI.
  code integer not null,
  first_us bigint not null,
  last_us bigint not null,
  occurrences smallint,
  primary key (things_id, channel, protocol, source, list, code)
);
create index bus_faults_tenant on bus_faults (tenant_id);

-- Codes of J1939 lie above the three bytes.
alter table dtc_codes drop constraint dtc_codes_code_check;
alter table dtc_codes add constraint dtc_codes_code_check check (code between 0 and 33554431);

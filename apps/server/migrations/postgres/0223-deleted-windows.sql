-- DAT-10: times of a channel whose frames were deleted by hand or for want of space, so that the gap ledger names the cause.
create table deleted_windows (
  id bigint generated always as identity primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  binding integer not null,
  channel smallint not null,
  from_ms bigint not null,
  to_ms bigint not null,
  deleted_at timestamptz not null default now()
);
create index deleted_windows_binding on deleted_windows (binding, to_ms);

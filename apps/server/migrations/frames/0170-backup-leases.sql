-- OPS-03: while a lease lasts, a backup copies files that its snapshot names: dropped files are not removed. A backup that
-- dies renews no more, and its lease ends by itself.
create table backup_leases (
  id uuid primary key,
  until timestamptz not null
);

-- DEV-06: who of a tenant may send frames, and what becomes of a cyclic send whose page is gone.
alter table tenants
  add column sending_who text not null default 'writers' check (sending_who in ('writers', 'managers', 'nobody')),
  add column sending_orphans text not null default 'stop' check (sending_orphans in ('stop', 'show'));

-- When the page of its sender was last heard of; null: it has none, or was left on purpose.
alter table device_transmissions
  add column page_at timestamptz,
  -- When the terminal was last asked to stop it, as its page is gone.
  add column stop_at timestamptz;
create index device_transmissions_page on device_transmissions (page_at) where page_at is not null;

-- DBC-05, DBC-06: panels of curves that people keep. With a device: a layout of it; without: a template, of one DBC file.
create table curve_layouts (
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid references things (id) on delete cascade,
  dbc_id uuid,
  name text not null check (char_length(name) between 2 and 32),
  -- Checked by the contract when written.
  panels jsonb not null check (jsonb_array_length(panels) between 0 and 8),
  user_name text not null,
  updated_at timestamptz not null default now(),
  check ((things_id is null) = (dbc_id is not null))
);

create unique index curve_layouts_of_device on curve_layouts (things_id, name) where things_id is not null;
create unique index curve_templates_of_tenant on curve_layouts (tenant_id, name) where things_id is null;

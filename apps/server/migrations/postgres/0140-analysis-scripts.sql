-- TST-02: scripts that judge the data of a test.
create table analysis_scripts (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null,
  language text not null check (language in ('groovy', 'javascript')),
  content text not null,
  author text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index analysis_scripts_name on analysis_scripts (tenant_id, lower(name));

-- TRG-01: trigger rules of a tenant.
create table alarm_rules (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  -- TRG-02: names are unique; an import keeps up to 128 characters.
  name text not null check (length(name) between 1 and 128),
  -- The devices it watches; a rule on a device, a label or a type goes with it.
  scope text not null check (scope in ('all', 'device', 'label', 'type')),
  things_id uuid references things (id) on delete cascade,
  label_id uuid references labels (id) on delete cascade,
  info_model_id uuid references info_models (id) on delete cascade,
  level text not null check (level in ('tip', 'ordinary', 'urgent')),
  share boolean not null,
  enabled boolean not null,
  -- Everything else, as packages/contract/alarms/rule-content.ts has it.
  content jsonb not null,
  -- Counts every change: a state of another version is not that of this rule.
  version integer not null default 1,
  author_id uuid references users (id) on delete set null,
  author text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((things_id is not null) = (scope = 'device')),
  check ((label_id is not null) = (scope = 'label')),
  check ((info_model_id is not null) = (scope = 'type'))
);
create unique index alarm_rules_name on alarm_rules (tenant_id, lower(name));
create index alarm_rules_things on alarm_rules (things_id) where things_id is not null;
create index alarm_rules_label on alarm_rules (label_id) where label_id is not null;
create index alarm_rules_type on alarm_rules (info_model_id) where info_model_id is not null;

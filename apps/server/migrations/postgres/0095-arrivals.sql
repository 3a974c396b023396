-- OPS-07, ACC-20: people who come from another site.

-- A sign-in that has begun elsewhere; what must come back is sealed with the secret of the installation.
create table sign_in_arrivals (
  state_hash bytea primary key,
  tenant_id uuid references tenants on delete cascade,
  kind text not null check (kind in ('oidc', 'weixin', 'binding')),
  sealed bytea not null,
  expires_at timestamptz not null
);

-- Whom another site's name for a person stands for. The realm of a tenant's own provider names the tenant.
create table external_identities (
  realm text not null,
  subject text not null,
  tenant_id uuid not null references tenants on delete cascade,
  user_id uuid not null references users on delete cascade,
  made_at timestamptz not null default now(),
  primary key (realm, subject)
);
create index external_identities_user on external_identities (tenant_id, user_id);

create table oidc_providers (
  tenant_id uuid primary key references tenants on delete cascade,
  enabled boolean not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  scopes text not null,
  rules jsonb not null,
  changed_at timestamptz not null default now()
);

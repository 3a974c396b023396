-- ACC-26: codes of an authenticator app (RFC 6238). Keys are sealed with the secret of the installation.
alter table users
  add column totp_on boolean not null default false,
  add column totp_secret bytea,
  add column totp_offered bytea,
  -- The last step whose code was taken: none is good twice.
  add column totp_step bigint not null default 0,
  add column recovery_hashes text[] not null default '{}';
alter table tenants add column factor_required boolean not null default false;

-- A ticket is good for the one step of a sign-in that it was issued for.
alter table security_tickets add column purpose text not null default 'phone'
  check (purpose in ('phone', 'factor', 'factorSetup', 'firstPassword'));

-- The last export of a person's own data, kept for a day.
create table own_data_archives (
  tenant_id uuid not null references tenants on delete cascade,
  user_id uuid not null references users on delete cascade,
  archive bytea not null,
  made_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);

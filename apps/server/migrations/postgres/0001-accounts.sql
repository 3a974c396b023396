-- Tenants, their users, and how they sign in.

create table tenants (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(name) between 1 and 64),
  -- USR-01: an owner belongs to a merchant; `platform` is the tenant of the system managers.
  kind text not null check (kind in ('owner', 'merchant', 'platform')),
  merchant_id uuid references tenants (id),
  state text not null default 'active' check (state in ('review', 'active', 'refused', 'closed')),
  created_at timestamptz not null default now()
);

create table users (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null check (length(name) between 2 and 32),
  role text not null check (role in ('system', 'manager', 'sub')),
  -- USR-03: what belongs to no device. Managers may always write.
  tenant_level text not null default 'read' check (tenant_level in ('none', 'read', 'write')),
  password_hash text not null,
  phone text,
  email text,
  nick_name text not null default '',
  avatar text,
  description text not null default '',
  created_at timestamptz not null default now()
);
-- A primary account signs in by its bare name, a sub-user by name@primary.
create unique index users_primary_name on users (lower(name)) where role <> 'sub';
create unique index users_name_in_tenant on users (tenant_id, lower(name));
create index users_phone on users (phone) where phone is not null;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- SHA-256: the token itself is known to its holder alone.
  token_hash bytea not null unique,
  ujwt_hash bytea not null unique,
  -- USR-04: the rights as they were at sign-in.
  role text not null,
  tenant_level text not null,
  remember boolean not null,
  address text not null,
  agent text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (tenant_id, user_id);

create table access_tokens (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  scope text not null check (scope in ('read', 'read-write')),
  -- Device ids it is limited to; null: all that its owner may use.
  devices text[],
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  unique (tenant_id, user_id, name)
);

-- A one-time code that carries a session to another page (NAV-05).
create table hand_overs (
  code_hash bytea primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  target text not null,
  expires_at timestamptz not null
);

create table captchas (
  uuid uuid primary key default gen_random_uuid(),
  answer text not null,
  created_at timestamptz not null default now()
);

create table verification_codes (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('sms', 'email')),
  destination text not null,
  purpose text not null,
  code_hash bytea not null,
  address text not null,
  tries integer not null default 0,
  used boolean not null default false,
  created_at timestamptz not null default now()
);
create index verification_codes_destination on verification_codes (channel, destination, created_at desc);
create index verification_codes_address on verification_codes (address, created_at desc);

-- Failed sign-ins. `account` is a user id, or the name as typed where there is no such user, so that both lock alike.
create table sign_in_failures (
  id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  -- Cleared by a lock or a success, so that old failures do not lock twice; kept a day for ACC-10.
  counts boolean not null default true,
  at timestamptz not null default now()
);
create index sign_in_failures_account on sign_in_failures (account, at desc);
create index sign_in_failures_address on sign_in_failures (address, at desc);

create table sign_in_locks (
  -- `account:…` or `address:…`
  subject text primary key,
  until timestamptz not null
);

-- Browsers that signed in to an account before (ACC-10).
create table known_browsers (
  user_id uuid not null references users (id) on delete cascade,
  browser_hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, browser_hash)
);

-- A right password that still has to prove the phone (iot-http.423).
create table security_tickets (
  ticket_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);

-- USR-07: append-only; no tenant column points at a row that may go.
create table operation_log (
  id bigint generated always as identity primary key,
  tenant_id uuid,
  user_id uuid,
  user_name text not null default '',
  operation text not null,
  objects jsonb not null default '{}',
  status integer not null,
  error_code text,
  address text not null,
  at timestamptz not null default now()
);
create index operation_log_tenant on operation_log (tenant_id, at desc);

create table idempotency_keys (
  owner text not null,
  key text not null,
  request_hash text not null,
  status integer,
  body jsonb,
  started_at timestamptz not null default now(),
  primary key (owner, key)
);

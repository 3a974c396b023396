-- DEV-08: images of terminals' software, and the public keys that sign them.
create table firmware_keys (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null check (length(name) between 1 and 64),
  -- Raw Ed25519.
  public_key bytea not null check (length(public_key) = 32),
  user_name text not null default '',
  created_at timestamptz not null default now()
);
create unique index firmware_keys_name on firmware_keys (tenant_id, lower(name));

create table firmware_images (
  id uuid primary key default gen_random_uuid(),
  -- No foreign key: the bytes of an erased tenant go before its rows.
  tenant_id uuid not null,
  version text not null check (version ~ '^\d{1,2}\.\d{1,2}\.\d{1,2}$'),
  kind text not null check (kind in ('self', 'outer')),
  description text not null default '',
  file_name text not null,
  size bigint not null check (size > 0),
  -- Pieces of 4 MB, each an object; the last one may be shorter.
  received bigint not null default 0,
  sha256 text not null,
  -- Null: a whole image; else the version that it is the difference to.
  base_version text,
  key_id uuid not null references firmware_keys (id),
  signature text not null,
  state text not null default 'receiving' check (state in ('receiving', 'ready')),
  user_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- A version has one whole image, and one difference to each version before.
create unique index firmware_images_version on firmware_images (tenant_id, kind, version, coalesce(base_version, ''));
create index firmware_images_newest on firmware_images (tenant_id, created_at desc, id);
create index firmware_images_key on firmware_images (key_id);

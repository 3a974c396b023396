-- ACC-20, USR-08: the operator's app at another site over which people sign in; wins over the environment's.
create table login_providers (
  kind text primary key check (kind in ('weixin')),
  is_on boolean not null,
  app_id text not null,
  -- Encrypted.
  secret bytea not null,
  sign_in_url text not null,
  api_url text not null,
  changed_at timestamptz not null default now()
);

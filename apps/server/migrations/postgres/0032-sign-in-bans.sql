-- ACC-09: a browser that has signed in to an account before is counted apart; empty: all others together.
alter table sign_in_failures add column browser text not null default '';

-- Bans of an account, until its owner was told of them at a sign-in.
create table sign_in_bans (
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  address text not null,
  at timestamptz not null default now(),
  told_at timestamptz
);
create index sign_in_bans_user on sign_in_bans (tenant_id, user_id, at desc);

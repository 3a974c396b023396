-- ACC-13 … ACC-17: who applied, as what, and what was decided.
alter table tenants
  add column organization_name text not null default '',
  add column industry text not null default '',
  add column address text not null default '',
  add column country text not null default '',
  add column province text not null default '',
  add column city text not null default '',
  -- What owners name their merchant by. Random: the codes of others cannot be counted through.
  add column merchant_code text not null unique default ('M-' || upper(substr(md5(gen_random_uuid()::text), 1, 10))),
  -- Null: made by an operator.
  add column applied_at timestamptz,
  add column decided_at timestamptz,
  add column refusal text not null default '';
create index tenants_applied on tenants (applied_at desc) where applied_at is not null;
create index tenants_merchant on tenants (merchant_id) where merchant_id is not null;

alter table users
  add column gender text not null default '男' check (gender in ('男', '女')),
  add column job text not null default '',
  add column department text not null default '';
create index users_email on users (lower(email)) where email is not null;

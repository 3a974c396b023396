-- ACC-01: the tenant that the demo button opens without a password is known by this mark: a user of an installation that
-- ran without the demo may have its name.
alter table tenants add column is_demo boolean not null default false;
create unique index tenants_demo on tenants (is_demo) where is_demo;

-- Seeded before the mark: its sub-users were made with it, or its owner has the nickname of the demo.
update tenants t set is_demo = true
where t.name = 'demo' and t.kind = 'owner' and exists (
  select 1 from users u where u.tenant_id = t.id and (
    (u.role = 'sub' and u.name in ('viewer', 'engineer') and u.created_at < t.created_at + interval '1 minute')
    or (u.role = 'manager' and u.name = 'demo' and u.nick_name = '演示车队 · Demo fleet')
  )
);

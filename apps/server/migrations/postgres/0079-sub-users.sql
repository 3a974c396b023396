-- USR-02: a first password is good for nothing but setting a new one.
alter table users add column is_first_password boolean not null default false;
-- USR-04: when rights outside devices were last changed; those on devices carry their own times.
alter table users add column rights_changed_at timestamptz;
-- USR-10: what a new sub-user gets; null: the defaults of the product.
alter table tenants add column default_role jsonb;
create index users_sub on users (tenant_id, created_at desc) where role = 'sub';
create index device_levels_open on device_levels (tenant_id, user_id) where until_at = 'infinity';

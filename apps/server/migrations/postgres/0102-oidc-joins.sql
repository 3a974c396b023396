-- OPS-07: whether a person whose e-mail the provider has checked enters as the sub-user with that address.
alter table oidc_providers add column joins_by_email boolean not null default false;
-- Of a sub-user that was there before: its rights stay the manager's, whatever the rules say.
alter table external_identities add column is_joined boolean not null default false;

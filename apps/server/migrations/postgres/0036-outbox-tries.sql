-- TRG-06: messages are tried again until a provider took them, and the operator sets the providers.
alter table outbox drop constraint outbox_channel_check;
alter table outbox add constraint outbox_channel_check check (channel in ('sms', 'email', 'voice', 'feishu', 'webhook'));
alter table outbox
  -- Chooses the provider's own template; its parameters keep their order.
  add column template text not null default 'code' check (template in ('code', 'notice')),
  add column parameters json not null default '{}',
  -- The signing secret of a webhook, encrypted.
  add column target bytea,
  add column next_at timestamptz,
  -- A process that ends while it sends leaves its claim to run out.
  add column claimed_until timestamptz;
create index outbox_due on outbox (channel, next_at) where state in ('waiting', 'sending');

create table message_providers (
  channel text primary key check (channel in ('email', 'sms', 'voice')),
  kind text not null,
  settings json not null,
  -- Encrypted.
  secret bytea not null,
  changed_at timestamptz not null default now()
);

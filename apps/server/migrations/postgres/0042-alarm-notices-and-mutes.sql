-- CAP-05: the batch that fired it was refused for the quota: its data may not be stored.
alter table alarm_events add column is_refused boolean not null default false;

-- TRG-04: a mute of the devices of a label, and one that is in force in weekly hours only (as the hours of a rule).
alter table alarm_mutes
  add column label_id uuid references labels (id) on delete cascade,
  add column hours jsonb;

-- TRG-06: what became of a message after its provider took it.
alter table outbox
  -- By which the provider knows it.
  add column provider_id text,
  add column delivery text check (delivery in ('accepted', 'delivered', 'undelivered')),
  add column delivery_problem text,
  -- When the provider is asked next.
  add column ask_at timestamptz;
create index outbox_asked on outbox (ask_at) where ask_at is not null;
alter table alarm_outbox add column message_id uuid;

-- TRG-06: the operator's texts of alarm notices; a kind without a row has the texts of the program.
create table notice_templates (
  kind text primary key check (kind in ('email', 'sms', 'voice', 'feishu')),
  -- By language: subject and text.
  content jsonb not null,
  changed_at timestamptz not null default now()
);

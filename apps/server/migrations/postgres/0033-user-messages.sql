-- MSG-01: messages of the bell, in both languages; a deleted one is gone.
create table user_messages (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  title jsonb not null,
  content jsonb not null,
  type text not null,
  -- 1: icon, 2: dialog.
  reminder_mode smallint not null default 1 check (reminder_mode in (1, 2)),
  -- A path of the pages that shows the object of the message.
  link text,
  sent_at timestamptz not null default now(),
  read_at timestamptz
);
create index user_messages_newest on user_messages (user_id, sent_at desc, id);
create index user_messages_unread on user_messages (user_id) where read_at is null;

-- NAV-09: announcements of the operator.
create table announcements (
  id uuid primary key default gen_random_uuid(),
  title jsonb not null,
  content jsonb not null,
  from_at timestamptz not null,
  -- Null: until it is deleted.
  until_at timestamptz,
  -- Null: of all tenants.
  tenant_ids uuid[],
  created_at timestamptz not null default now(),
  check (until_at is null or until_at > from_at)
);

-- "Do not remind again".
create table hidden_announcements (
  announcement_id uuid not null references announcements (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (announcement_id, user_id)
);

-- ACC-03, NAV-05: a session that was opened by another one (ujwt, hand-over code) ends with it. Parents have none.
alter table sessions add column parent_id uuid references sessions (id) on delete cascade;
create index sessions_parent on sessions (parent_id) where parent_id is not null;

-- A code is void when the session that asked for it has ended. Null: asked for before this column was there.
alter table hand_overs add column session_id uuid references sessions (id) on delete cascade;

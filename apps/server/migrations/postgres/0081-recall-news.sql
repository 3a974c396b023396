-- FIL-02: who sees a recall end needs no message of it; recalls of before are no news.
alter table recalls
  add column watched_at timestamptz not null default now(),
  add column is_told boolean not null default true;
alter table recalls alter column is_told set default false;
create index recalls_of_user on recalls (tenant_id, user_id, number desc);

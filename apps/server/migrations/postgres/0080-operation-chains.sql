-- USR-07: one chain of hashes per tenant. A row's hash is of the hash before it and of the row's own text, so that a row
-- that is changed, removed or put in shows. What is purged leaves the last hash and count as the anchor of the rest.
create table operation_chains (
  -- All zero: operations without a tenant, such as failed sign-ins.
  chain uuid primary key,
  rows bigint not null default 0,
  last_hash bytea not null default '\x',
  purged_rows bigint not null default 0,
  purged_hash bytea not null default '\x',
  -- Times never go back within a chain, whatever the clock does.
  last_at timestamptz not null default '-infinity',
  checked_at timestamptz,
  -- Of the last check: the first row that does not fit; null: none.
  broken_at bigint
);

alter table operation_log
  add column chain uuid not null generated always as (coalesce(tenant_id, '00000000-0000-0000-0000-000000000000')) stored,
  add column seq bigint,
  add column agent text not null default '',
  add column request_id text not null default '',
  add column hash bytea;

-- Free texts carry their length, so that no text can move from one field to the next.
create function operation_text(o operation_log) returns text language sql stable as $$
  select concat(o.seq, '|', (extract(epoch from o.at) * 1000000)::bigint, '|', o.user_id, '|', length(o.user_name), ':',
    o.user_name, '|', o.operation, '|', o.status, '|', o.error_code, '|', length(o.address), ':', o.address, '|',
    length(o.agent), ':', o.agent, '|', length(o.request_id), ':', o.request_id, '|', o.objects)
$$;

do $$
declare
  o operation_log;
  chain_now uuid;
  n bigint := 0;
  last bytea := '\x';
begin
  for o in select * from operation_log order by chain, id loop
    if chain_now is distinct from o.chain then
      chain_now := o.chain;
      n := 0;
      last := '\x';
    end if;
    n := n + 1;
    o.seq := n;
    last := sha256(last || convert_to(operation_text(o), 'UTF8'));
    update operation_log set seq = n, hash = last where id = o.id;
    insert into operation_chains (chain, rows, last_hash) values (o.chain, n, last)
      on conflict (chain) do update set rows = excluded.rows, last_hash = excluded.last_hash;
  end loop;
end $$;

alter table operation_log alter column seq set not null, alter column hash set not null;
create unique index operation_log_chain on operation_log (chain, seq);
create index operation_log_user on operation_log (chain, user_id, seq);
create index operation_log_operation on operation_log (chain, operation, seq);
create index operation_log_name on operation_log (chain, user_name, seq);
create index operation_log_at on operation_log (chain, at);
drop index operation_log_tenant;

-- Append-only: rows go by the purge alone, which says so.
create function keep_operations() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('canopy.purging', true) = 'on' then return old; end if;
  raise exception 'operation_log is append-only';
end $$;
create trigger operation_log_kept before update or delete on operation_log
  for each row execute function keep_operations();

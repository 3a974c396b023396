-- STA-01: what a device did on each day (UTC, days since 1970).

create table thing_online_days (
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  day integer not null,
  online_ms bigint not null,
  primary key (tenant_id, things_id, day)
);
create index thing_online_days_thing on thing_online_days (things_id);

create table thing_distance_days (
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  day integer not null,
  distance_m float8 not null,
  trips integer not null,
  primary key (tenant_id, things_id, day)
);
create index thing_distance_days_thing on thing_distance_days (things_id);

-- Up to which day the distances of a device are counted for good.
create table thing_distance_marks (
  things_id uuid primary key references things (id) on delete cascade,
  until_day integer not null
);

-- A time online ends: its parts go to their days. One that goes on is added when it is asked for.
create function count_online_time() returns trigger language plpgsql as $$
declare
  ended timestamptz := case when new.online then new.online_at else coalesce(new.offline_at, now()) end;
  last_day integer := floor(extract(epoch from ended) / 86400)::integer;
begin
  insert into thing_online_days as d (tenant_id, things_id, day, online_ms)
    select old.tenant_id, old.id, g.day, round(extract(epoch from
        least(ended, to_timestamp((g.day + 1) * 86400.0)) - greatest(old.online_at, to_timestamp(g.day * 86400.0)))
      * 1000)::bigint
    from generate_series(
      greatest(floor(extract(epoch from old.online_at) / 86400)::integer, last_day - 400), last_day) as g (day)
    where ended > old.online_at
    on conflict (tenant_id, things_id, day) do update set online_ms = d.online_ms + excluded.online_ms;
  return null;
end $$;

create trigger things_online_time after update of online, online_at on things for each row
  when (old.online and old.online_at is not null
    and (not new.online or new.online_at is distinct from old.online_at))
  execute function count_online_time();

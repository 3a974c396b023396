-- CAP-01: which times came of devices that push rules forward. Written by triggers with the batch or the positions
-- themselves, so that nothing that was acknowledged is left out, however late it came (decision 0028).
create table push_watched (
  binding integer primary key,
  frames boolean not null,
  positions boolean not null,
  -- Held by the process that reads what came of it.
  claimed_until timestamptz not null default '-infinity'
);

create table push_arrivals (
  id bigint generated always as identity primary key,
  binding integer not null,
  kind text not null check (kind in ('frames', 'positions')),
  first_us bigint not null,
  -- Inside.
  last_us bigint not null
);
create index push_arrivals_binding on push_arrivals (binding, id);

create function push_frames_came() returns trigger language plpgsql as $$
begin
  if exists (select from push_watched w where w.frames) then
    insert into push_arrivals (binding, kind, first_us, last_us)
    select n.binding, 'frames', n.first_us, n.last_us
    from came n join push_watched w on w.binding = n.binding and w.frames;
  end if;
  return null;
end $$;
create trigger push_frames after insert on landing referencing new table as came
  for each statement execute function push_frames_came();

create function push_positions_came() returns trigger language plpgsql as $$
begin
  if exists (select from push_watched w where w.positions) then
    insert into push_arrivals (binding, kind, first_us, last_us)
    select n.binding, 'positions', min(n.time) * 1000, max(n.time) * 1000
    from came n join push_watched w on w.binding = n.binding and w.positions group by n.binding;
  end if;
  return null;
end $$;
create trigger push_positions after insert on positions referencing new table as came
  for each statement execute function push_positions_came();

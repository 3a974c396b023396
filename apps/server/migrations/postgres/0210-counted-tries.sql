-- ACC-09: a try is counted before it is judged, so that many at once are no more than one after the other. One that is
-- not judged yet keeps others of its account out, and bans nobody.
alter table sign_in_failures add column is_open boolean not null default false;

-- A ticket is void after five codes, as a code that is sent is after five tries.
alter table security_tickets add column tries integer not null default 0;

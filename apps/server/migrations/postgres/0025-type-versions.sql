-- Two people may change one device type: whoever began with an older version is told, and overwrites nothing.
alter table info_models add column version integer not null default 1;

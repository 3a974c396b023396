-- UDS-04: frames and times of the tester while an ECU is flashed; what is missing is as in the diagnosis of an ECU.
alter table flash_profiles add column transport jsonb not null default '{}';

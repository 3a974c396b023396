-- How many rows a job has done, of how many, and how fast; null where it counts none.
alter table jobs add column done_rows bigint, add column all_rows bigint, add column rows_per_second real;

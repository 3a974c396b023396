-- Of an import: some of its frames were deleted, and the same file brings back those that history has not.
alter table sequence_sets add column is_partial boolean not null default false;

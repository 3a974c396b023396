-- CAP-05: a batch that is refused for the quota is judged all the same, once: not again when it is stored after all.
alter table refused_batches add column is_judged boolean not null default false;

-- The batch that shows the change was refused.
alter table rule_changes add column is_refused boolean not null default false;

-- GPS-03: when the last position came; an alarm says when none comes any more.
alter table place_marks add column at timestamptz not null default now();

-- Five inserts a second, each a part of some kilobytes: merged five at a time (the default, which counts every part as five
-- megabytes at least) the newest large part was rewritten every second. Measured, a small fleet's merges take half the work.
alter table frames {on_cluster} modify setting min_parts_to_merge_at_once = 50;

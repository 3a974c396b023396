-- Inserts are small and many: merged as soon as two stand side by side, each row was written thirty times over.
alter table frames {on_cluster} modify setting min_parts_to_merge_at_once = 10;

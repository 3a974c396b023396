-- Kept signals that were written anew left their files of before, which nothing names: the sweep takes them.
update segment_files f set state = 'dropped', changed_at = now()
  where state = 'live' and name like '%.kept' and not exists (select from kept_bodies k where k.file = f.id);

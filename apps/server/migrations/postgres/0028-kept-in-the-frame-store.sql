-- Kept values of signals belong to the segments of the frame store, which knows what of them is missing.
drop table signal_days;

-- These are in the database of the frames now.
drop table frame_usage;
drop table refused_batches;
drop table quarantined_batches;
drop table stored_sequences;

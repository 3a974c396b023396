-- USR-03: who saved a rule last: its actions go where that user may write the device. Null: nobody but its author. Names no
-- row of users: of a user that is gone nothing may be sent, and another one's rights must not take the place.
alter table alarm_rules add column saved_by uuid;

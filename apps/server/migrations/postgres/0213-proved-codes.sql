-- ACC-10: codes that follow a right password have a count of their own, or whoever asks for codes to somebody's phone
-- without signing in would keep that person out.
alter table verification_codes add column is_proved boolean not null default false;

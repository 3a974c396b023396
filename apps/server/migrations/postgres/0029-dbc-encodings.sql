-- Files in UTF-16, Big5 and Shift-JIS are read and kept as they came.
alter table dbc_revisions drop constraint dbc_revisions_encoding_check;
alter table dbc_revisions add constraint dbc_revisions_encoding_check check (
  encoding in ('utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'gb18030', 'big5', 'shift_jis', 'windows-1252')
);

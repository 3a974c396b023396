-- USR-07: words of a row. Where the server has no pg_trgm, or does not let it be made, a search reads rows one by one.
do $$
begin
  create extension if not exists pg_trgm;
  create index operation_log_words on operation_log using gin ((user_name || ' ' || operation || ' ' || objects::text || ' '
    || coalesce(error_code, '') || ' ' || address || ' ' || agent || ' ' || request_id) gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'no pg_trgm: a search in the operation log reads rows one by one';
end $$;

create index operation_log_error on operation_log (chain, error_code, seq) where error_code is not null;

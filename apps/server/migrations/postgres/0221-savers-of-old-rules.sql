-- USR-03: rules that acted until savers were kept (0212), although their author was gone: whoever saved such a rule last by
-- the operation log answers for it, or else the tenant's primary account. What has lost its author since then has no saver.
with orphans as (
  select r.id, r.tenant_id from alarm_rules r
  where r.saved_by is null and r.author_id is null
    and r.created_at < (select m.applied_at from schema_migrations m where m.number = 212)
), logged as (
  select distinct on (o.id) o.id, u.id as user_id
  from orphans o
  join operation_log l on l.tenant_id = o.tenant_id and l.operation = 'alarms.updateAlarmRule' and l.status = 200
    and l.objects ->> 'rule_id' = o.id::text
  join users u on u.id = l.user_id and u.tenant_id = o.tenant_id
  order by o.id, l.at desc
)
update alarm_rules r
set saved_by = coalesce(
  (select l.user_id from logged l where l.id = r.id),
  (select u.id from users u where u.tenant_id = r.tenant_id and u.role <> 'sub' order by u.created_at, u.id limit 1)
)
from orphans o
where r.id = o.id;

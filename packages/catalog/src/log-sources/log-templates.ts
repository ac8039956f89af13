/** A query of the log explorer to start from, over the relation of a source and over all logs. */
export type LogTemplate = { name: string; description: string; source: string; logs: string }

export const logTemplates: readonly LogTemplate[] = [
  {
    name: 'Recent Errors',
    description: 'The newest errors of the database, with their codes.',
    source: `select postgres_logs.timestamp, p.error_severity, p.sql_state_code, event_message
from postgres_logs
cross join unnest(metadata) as m
cross join unnest(m.parsed) as p
where p.error_severity in ('ERROR', 'FATAL', 'PANIC')
order by postgres_logs.timestamp desc
limit 100`,
    logs: `select timestamp, level, code, event_message
from logs
where source = 'postgres_logs' and level in ('error', 'fatal')
order by timestamp desc
limit 100`,
  },
  {
    name: 'Commits',
    description: 'Statements that ended a transaction, newest first.',
    source: `select postgres_logs.timestamp, p.user_name, p.database_name, event_message
from postgres_logs
cross join unnest(metadata) as m
cross join unnest(m.parsed) as p
where p.command_tag = 'COMMIT'
order by postgres_logs.timestamp desc
limit 100`,
    logs: `select timestamp, logs."user", database, event_message
from logs
where source = 'postgres_logs' and attributes #>> '{parsed,command_tag}' = 'COMMIT'
order by timestamp desc
limit 100`,
  },
  {
    name: 'Commits By User',
    description: 'How many transactions each role of the database committed.',
    source: `select p.user_name, count(*) as commits
from postgres_logs
cross join unnest(metadata) as m
cross join unnest(m.parsed) as p
where p.command_tag = 'COMMIT'
group by p.user_name
order by commits desc`,
    logs: `select logs."user" as user_name, count(*) as commits
from logs
where source = 'postgres_logs' and attributes #>> '{parsed,command_tag}' = 'COMMIT'
group by logs."user"
order by commits desc`,
  },
  {
    name: 'Metadata IP',
    description: 'Addresses that sent the most requests.',
    source: `select h.x_real_ip as address, count(*) as requests, max(timestamp) as latest
from edge_logs
cross join unnest(metadata) as m
cross join unnest(m.request) as r
cross join unnest(r.headers) as h
group by h.x_real_ip
order by requests desc
limit 100`,
    logs: `select attributes #>> '{request,headers,x_real_ip}' as address,
  count(*) as requests, max(timestamp) as latest
from logs
where source = 'edge_logs'
group by address
order by requests desc
limit 100`,
  },
  {
    name: 'Requests by Geography',
    description: 'Requests of each country, where a proxy tells it.',
    source: `select coalesce(cf.country, h.cf_ipcountry, 'unknown') as country, count(*) as requests
from edge_logs
cross join unnest(metadata) as m
cross join unnest(m.request) as r
cross join unnest(r.headers) as h
cross join unnest(r.cf) as cf
group by 1
order by requests desc`,
    logs: `select coalesce(
    attributes #>> '{request,cf,country}', attributes #>> '{request,headers,cf_ipcountry}', 'unknown'
  ) as country, count(*) as requests
from logs
where source = 'edge_logs'
group by 1
order by requests desc`,
  },
  {
    name: 'Slow Response Time',
    description: 'Requests that took longer than a second.',
    source: `select timestamp, r.method, r.path, response.status_code, response.origin_time
from edge_logs
cross join unnest(metadata) as m
cross join unnest(m.request) as r
cross join unnest(m.response) as response
where response.origin_time > 1000
order by response.origin_time desc
limit 100`,
    logs: `select timestamp, method, path, status, duration_ms
from logs
where source = 'edge_logs' and duration_ms > 1000
order by duration_ms desc
limit 100`,
  },
  {
    name: '500 Request Codes',
    description: 'Requests that failed on the side of the server.',
    source: `select timestamp, response.status_code, r.method, r.path, event_message
from edge_logs
cross join unnest(metadata) as m
cross join unnest(m.request) as r
cross join unnest(m.response) as response
where response.status_code >= 500
order by timestamp desc
limit 100`,
    logs: `select timestamp, status, method, path, event_message
from logs
where source = 'edge_logs' and status >= 500
order by timestamp desc
limit 100`,
  },
  {
    name: 'Top Paths',
    description: 'Paths with the most requests.',
    source: `select r.path, r.method, count(*) as requests
from edge_logs
cross join unnest(metadata) as m
cross join unnest(m.request) as r
group by r.path, r.method
order by requests desc
limit 100`,
    logs: `select path, method, count(*) as requests
from logs
where source = 'edge_logs'
group by path, method
order by requests desc
limit 100`,
  },
  {
    name: 'REST Requests',
    description: 'Requests to the REST API.',
    source: `select timestamp, r.method, r.path, r.search, response.status_code
from edge_logs
cross join unnest(metadata) as m
cross join unnest(m.request) as r
cross join unnest(m.response) as response
where r.path like '/rest/%'
order by timestamp desc
limit 100`,
    logs: `select timestamp, method, path, attributes #>> '{request,search}' as search, status
from logs
where source = 'edge_logs' and path like '/rest/%'
order by timestamp desc
limit 100`,
  },
  {
    name: 'Errors',
    description: 'How often each error of the database occurred.',
    source: `select p.sql_state_code, min(event_message) as example, count(*) as errors
from postgres_logs
cross join unnest(metadata) as m
cross join unnest(m.parsed) as p
where p.error_severity in ('ERROR', 'FATAL', 'PANIC')
group by p.sql_state_code
order by errors desc`,
    logs: `select source, code, min(event_message) as example, count(*) as errors
from logs
where level in ('error', 'fatal')
group by source, code
order by errors desc`,
  },
  {
    name: 'Error Count by User',
    description: 'Errors of each role of the database.',
    source: `select p.user_name, p.error_severity, count(*) as errors
from postgres_logs
cross join unnest(metadata) as m
cross join unnest(m.parsed) as p
where p.error_severity in ('ERROR', 'FATAL', 'PANIC')
group by p.user_name, p.error_severity
order by errors desc`,
    logs: `select logs."user" as user_name, level, count(*) as errors
from logs
where source = 'postgres_logs' and level in ('error', 'fatal')
group by logs."user", level
order by errors desc`,
  },
  {
    name: 'Auth Endpoint Events',
    description: 'Requests to the auth service, with the answers.',
    source: `select auth_logs.timestamp, m.level, m.status, m.path, m.msg, event_message
from auth_logs
cross join unnest(metadata) as m
where m.path is not null
order by auth_logs.timestamp desc
limit 100`,
    logs: `select timestamp, level, status, path, event_message
from logs
where source = 'auth_logs' and path is not null
order by timestamp desc
limit 100`,
  },
  {
    name: 'Auth Audit Logs',
    description: 'What users of the project did: sign-ins, sign-outs, changes.',
    source: `select timestamp, e.action, e.actor_username, e.log_type, event_message
from auth_audit_logs
cross join unnest(metadata) as m
cross join unnest(m.auth_audit_event) as e
order by timestamp desc
limit 100`,
    logs: `select timestamp, attributes #>> '{auth_audit_event,action}' as action,
  attributes #>> '{auth_audit_event,actor_username}' as actor_username, event_message
from logs
where source = 'auth_audit_logs'
order by timestamp desc
limit 100`,
  },
  {
    name: 'Storage Object Requests',
    description: 'Objects that were requested most often.',
    source: `select r.method, r.url, count(*) as requests
from storage_logs
cross join unnest(metadata) as m
cross join unnest(m.req) as r
where r.url like '%/object/%'
group by r.method, r.url
order by requests desc
limit 100`,
    logs: `select method, path, count(*) as requests
from logs
where source = 'storage_logs' and path like '%/object/%'
group by method, path
order by requests desc
limit 100`,
  },
  {
    name: 'Storage Egress Requests',
    description: 'Bytes that each object sent.',
    source: `select r.url, count(*) as requests, sum(h.content_length) as bytes
from storage_logs
cross join unnest(metadata) as m
cross join unnest(m.req) as r
cross join unnest(m.res) as answer
cross join unnest(answer.headers) as h
where r.method = 'GET'
group by r.url
order by bytes desc nulls last
limit 100`,
    logs: `select path, count(*) as requests,
  sum((attributes #>> '{res,headers,content_length}')::numeric) as bytes
from logs
where source = 'storage_logs' and method = 'GET'
group by path
order by bytes desc nulls last
limit 100`,
  },
  {
    name: 'Storage Top Cache Misses',
    description: 'Objects that a cache in front of the gateway did not have.',
    source: `select r.path, count(*) as misses
from edge_logs
cross join unnest(metadata) as m
cross join unnest(m.request) as r
cross join unnest(m.response) as response
cross join unnest(response.headers) as h
where r.path like '/storage/v1/object/%' and h.cf_cache_status in ('MISS', 'EXPIRED', 'NONE')
group by r.path
order by misses desc
limit 100`,
    logs: `select path, count(*) as misses
from logs
where source = 'edge_logs' and path like '/storage/v1/object/%'
  and attributes #>> '{response,headers,cf_cache_status}' in ('MISS', 'EXPIRED', 'NONE')
group by path
order by misses desc
limit 100`,
  },
]

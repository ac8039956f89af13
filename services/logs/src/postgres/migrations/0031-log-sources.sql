-- Relations of the log explorer: one for each source of packages/catalog/src/log-sources, whose
-- fields a test compares with these, and `logs` for all of them. Names of fields are in lower case,
-- so that they need no quotes.

create schema log_sources;

-- Which rows a role of the explorer reads. Its name is that of the session, which no statement
-- can change.
create table logs.readers (
  role_name name primary key,
  project_id int not null,
  keep_days smallint not null
);

-- The only way to rows. `basalt.from` and `basalt.to` narrow the range; they protect nothing.
create view logs.readable with (security_barrier) as
select rows.*, reader.ref
from logs.rows, (
  select r.project_id as reader_project, p.ref from logs.readers r
  join logs.projects p on p.id = r.project_id where r.role_name = session_user
) as reader
where not is_own
  and project_id = (select r.project_id from logs.readers r where r.role_name = session_user)
  and at >= (
    select greatest(
      now() - make_interval(days => r.keep_days),
      nullif(current_setting('basalt.from', true), '')::timestamptz
    ) from logs.readers r where r.role_name = session_user
  )
  and at < coalesce(nullif(current_setting('basalt.to', true), '')::timestamptz, 'infinity');

-- Values of JSON; null for one of another type, which must not fail a whole query.
create function logs.number_of(value jsonb) returns numeric language sql immutable parallel safe
  return case
    when jsonb_typeof(value) = 'number' then value::numeric
    when value #>> '{}' ~ '^-?\d{1,30}(\.\d{1,30})?$' then (value #>> '{}')::numeric
  end;
create function logs.boolean_of(value jsonb) returns boolean language sql immutable parallel safe
  return case when jsonb_typeof(value) = 'boolean' then value::boolean end;
create function logs.texts_of(value jsonb) returns text[] language sql immutable parallel safe
  return case when jsonb_typeof(value) = 'array' then array(select jsonb_array_elements_text(value)) end;
create function logs.numbers_of(value jsonb) returns numeric[] language sql immutable parallel safe
  return case when jsonb_typeof(value) = 'array' then
    array(select logs.number_of(item) from jsonb_array_elements(value) as item)
  end;

-- A record is its own only element: `cross join unnest(metadata) as m` reads its fields.

create type log_sources.edge_logs_metadata_request_cf_botmanagement as (
  "corporateproxy" boolean,
  "detectionids" numeric[],
  "ja3hash" text,
  "score" numeric,
  "staticresource" boolean,
  "verifiedbot" boolean
);
create function log_sources.unnest(log_sources.edge_logs_metadata_request_cf_botmanagement) returns setof log_sources.edge_logs_metadata_request_cf_botmanagement
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.edge_logs_metadata_request_cf_tlsclientauth as (
  "certpresented" text,
  "certrevoked" text,
  "certverified" text
);
create function log_sources.unnest(log_sources.edge_logs_metadata_request_cf_tlsclientauth) returns setof log_sources.edge_logs_metadata_request_cf_tlsclientauth
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.edge_logs_metadata_request_cf_tlsexportedauthenticator as (
  "clientfinished" text,
  "clienthandshake" text,
  "serverfinished" text,
  "serverhandshake" text
);
create function log_sources.unnest(log_sources.edge_logs_metadata_request_cf_tlsexportedauthenticator) returns setof log_sources.edge_logs_metadata_request_cf_tlsexportedauthenticator
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.edge_logs_metadata_request_cf as (
  "asorganization" text,
  "asn" numeric,
  "botmanagement" log_sources.edge_logs_metadata_request_cf_botmanagement,
  "city" text,
  "clienttcprtt" numeric,
  "clienttrustscore" numeric,
  "colo" text,
  "continent" text,
  "country" text,
  "edgerequestkeepalivestatus" numeric,
  "httpprotocol" text,
  "latitude" text,
  "longitude" text,
  "metrocode" text,
  "postalcode" text,
  "region" text,
  "timezone" text,
  "tlscipher" text,
  "tlsclientauth" log_sources.edge_logs_metadata_request_cf_tlsclientauth,
  "tlsexportedauthenticator" log_sources.edge_logs_metadata_request_cf_tlsexportedauthenticator,
  "tlsversion" text
);
create function log_sources.unnest(log_sources.edge_logs_metadata_request_cf) returns setof log_sources.edge_logs_metadata_request_cf
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.edge_logs_metadata_request_headers as (
  "cf_connecting_ip" text,
  "cf_ipcountry" text,
  "cf_ray" text,
  "host" text,
  "referer" text,
  "x_client_info" text,
  "x_forwarded_proto" text,
  "x_real_ip" text
);
create function log_sources.unnest(log_sources.edge_logs_metadata_request_headers) returns setof log_sources.edge_logs_metadata_request_headers
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.edge_logs_metadata_request as (
  "cf" log_sources.edge_logs_metadata_request_cf,
  "headers" log_sources.edge_logs_metadata_request_headers,
  "host" text,
  "method" text,
  "path" text,
  "protocol" text,
  "search" text,
  "url" text
);
create function log_sources.unnest(log_sources.edge_logs_metadata_request) returns setof log_sources.edge_logs_metadata_request
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.edge_logs_metadata_response_headers as (
  "cf_cache_status" text,
  "cf_ray" text,
  "content_location" text,
  "content_range" text,
  "content_type" text,
  "date" text,
  "sb_gateway_version" text,
  "transfer_encoding" text,
  "x_kong_proxy_latency" text
);
create function log_sources.unnest(log_sources.edge_logs_metadata_response_headers) returns setof log_sources.edge_logs_metadata_response_headers
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.edge_logs_metadata_response as (
  "headers" log_sources.edge_logs_metadata_response_headers,
  "origin_time" numeric,
  "status_code" numeric
);
create function log_sources.unnest(log_sources.edge_logs_metadata_response) returns setof log_sources.edge_logs_metadata_response
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.edge_logs_metadata as (
  "load_balancer_redirect_identifier" text,
  "request" log_sources.edge_logs_metadata_request,
  "response" log_sources.edge_logs_metadata_response
);
create function log_sources.unnest(log_sources.edge_logs_metadata) returns setof log_sources.edge_logs_metadata
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.auth_logs_metadata_auth_event_traits as (
  "provider" text,
  "user_email" text,
  "user_id" text,
  "user_phone" text
);
create function log_sources.unnest(log_sources.auth_logs_metadata_auth_event_traits) returns setof log_sources.auth_logs_metadata_auth_event_traits
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.auth_logs_metadata_auth_event as (
  "action" text,
  "actor_id" text,
  "actor_via_sso" boolean,
  "actor_username" text,
  "log_type" text,
  "traits" log_sources.auth_logs_metadata_auth_event_traits
);
create function log_sources.unnest(log_sources.auth_logs_metadata_auth_event) returns setof log_sources.auth_logs_metadata_auth_event
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.auth_logs_metadata as (
  "auth_event" log_sources.auth_logs_metadata_auth_event,
  "component" text,
  "duration" numeric,
  "host" text,
  "level" text,
  "method" text,
  "msg" text,
  "path" text,
  "referer" text,
  "remote_addr" text,
  "status" numeric,
  "timestamp" text
);
create function log_sources.unnest(log_sources.auth_logs_metadata) returns setof log_sources.auth_logs_metadata
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.auth_audit_logs_metadata_auth_audit_event as (
  "action" text,
  "actor_id" text,
  "actor_name" text,
  "actor_username" text,
  "actor_via_sso" boolean,
  "audit_log_id" text,
  "created_at" text,
  "log_type" text,
  "request_id" text,
  "user_agent" text
);
create function log_sources.unnest(log_sources.auth_audit_logs_metadata_auth_audit_event) returns setof log_sources.auth_audit_logs_metadata_auth_audit_event
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.auth_audit_logs_metadata as (
  "auth_audit_event" log_sources.auth_audit_logs_metadata_auth_audit_event,
  "host" text,
  "level" text,
  "msg" text
);
create function log_sources.unnest(log_sources.auth_audit_logs_metadata) returns setof log_sources.auth_audit_logs_metadata
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.storage_logs_metadata_context as (
  "host" text,
  "pid" numeric
);
create function log_sources.unnest(log_sources.storage_logs_metadata_context) returns setof log_sources.storage_logs_metadata_context
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.storage_logs_metadata_req_headers as (
  "accept" text,
  "cf_connecting_ip" text,
  "cf_ray" text,
  "content_length" text,
  "content_type" text,
  "host" text,
  "referer" text,
  "user_agent" text,
  "x_client_info" text,
  "x_forwarded_proto" text
);
create function log_sources.unnest(log_sources.storage_logs_metadata_req_headers) returns setof log_sources.storage_logs_metadata_req_headers
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.storage_logs_metadata_req as (
  "headers" log_sources.storage_logs_metadata_req_headers,
  "hostname" text,
  "method" text,
  "remoteaddress" text,
  "remoteport" numeric,
  "url" text
);
create function log_sources.unnest(log_sources.storage_logs_metadata_req) returns setof log_sources.storage_logs_metadata_req
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.storage_logs_metadata_res_headers as (
  "content_length" numeric,
  "content_type" text
);
create function log_sources.unnest(log_sources.storage_logs_metadata_res_headers) returns setof log_sources.storage_logs_metadata_res_headers
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.storage_logs_metadata_res as (
  "statuscode" numeric,
  "headers" log_sources.storage_logs_metadata_res_headers
);
create function log_sources.unnest(log_sources.storage_logs_metadata_res) returns setof log_sources.storage_logs_metadata_res
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.storage_logs_metadata as (
  "context" log_sources.storage_logs_metadata_context,
  "level" text,
  "project" text,
  "req" log_sources.storage_logs_metadata_req,
  "reqid" text,
  "res" log_sources.storage_logs_metadata_res,
  "responsetime" numeric,
  "tenantid" text,
  "rawerror" text
);
create function log_sources.unnest(log_sources.storage_logs_metadata) returns setof log_sources.storage_logs_metadata
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.function_edge_logs_metadata_request_headers as (
  "accept" text,
  "content_length" text,
  "host" text,
  "user_agent" text
);
create function log_sources.unnest(log_sources.function_edge_logs_metadata_request_headers) returns setof log_sources.function_edge_logs_metadata_request_headers
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.function_edge_logs_metadata_request as (
  "headers" log_sources.function_edge_logs_metadata_request_headers,
  "host" text,
  "method" text,
  "pathname" text,
  "protocol" text,
  "url" text
);
create function log_sources.unnest(log_sources.function_edge_logs_metadata_request) returns setof log_sources.function_edge_logs_metadata_request
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.function_edge_logs_metadata_response_headers as (
  "content_length" text,
  "content_type" text,
  "date" text,
  "server" text,
  "vary" text
);
create function log_sources.unnest(log_sources.function_edge_logs_metadata_response_headers) returns setof log_sources.function_edge_logs_metadata_response_headers
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.function_edge_logs_metadata_response as (
  "headers" log_sources.function_edge_logs_metadata_response_headers,
  "status_code" numeric
);
create function log_sources.unnest(log_sources.function_edge_logs_metadata_response) returns setof log_sources.function_edge_logs_metadata_response
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.function_edge_logs_metadata as (
  "deployment_id" text,
  "execution_time_ms" numeric,
  "function_id" text,
  "project_ref" text,
  "request" log_sources.function_edge_logs_metadata_request,
  "response" log_sources.function_edge_logs_metadata_response,
  "version" text
);
create function log_sources.unnest(log_sources.function_edge_logs_metadata) returns setof log_sources.function_edge_logs_metadata
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.function_logs_metadata as (
  "deployment_id" text,
  "event_type" text,
  "execution_id" text,
  "function_id" text,
  "level" text,
  "project_ref" text,
  "region" text,
  "timestamp" text,
  "version" text
);
create function log_sources.unnest(log_sources.function_logs_metadata) returns setof log_sources.function_logs_metadata
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.postgres_logs_metadata_parsed as (
  "backend_type" text,
  "command_tag" text,
  "connection_from" text,
  "database_name" text,
  "error_severity" text,
  "process_id" numeric,
  "query_id" numeric,
  "session_id" text,
  "session_line_num" numeric,
  "session_start_time" text,
  "sql_state_code" text,
  "timestamp" text,
  "transaction_id" numeric,
  "user_name" text,
  "virtual_transaction_id" text
);
create function log_sources.unnest(log_sources.postgres_logs_metadata_parsed) returns setof log_sources.postgres_logs_metadata_parsed
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.postgres_logs_metadata as (
  "host" text,
  "parsed" log_sources.postgres_logs_metadata_parsed
);
create function log_sources.unnest(log_sources.postgres_logs_metadata) returns setof log_sources.postgres_logs_metadata
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.realtime_logs_metadata_measurements as (
  "connected" numeric,
  "connected_cluster" numeric,
  "limit" numeric,
  "sum" numeric
);
create function log_sources.unnest(log_sources.realtime_logs_metadata_measurements) returns setof log_sources.realtime_logs_metadata_measurements
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.realtime_logs_metadata as (
  "level" text,
  "measurements" log_sources.realtime_logs_metadata_measurements,
  "external_id" text
);
create function log_sources.unnest(log_sources.realtime_logs_metadata) returns setof log_sources.realtime_logs_metadata
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.postgrest_logs_metadata as (
  "host" text
);
create function log_sources.unnest(log_sources.postgrest_logs_metadata) returns setof log_sources.postgrest_logs_metadata
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.supavisor_logs_metadata_context_vm as (
  "node" text
);
create function log_sources.unnest(log_sources.supavisor_logs_metadata_context_vm) returns setof log_sources.supavisor_logs_metadata_context_vm
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.supavisor_logs_metadata_context as (
  "application" text,
  "domain" text[],
  "file" text,
  "function" text,
  "gl" text,
  "line" numeric,
  "mfa" text[],
  "module" text,
  "pid" text,
  "time" numeric,
  "vm" log_sources.supavisor_logs_metadata_context_vm
);
create function log_sources.unnest(log_sources.supavisor_logs_metadata_context) returns setof log_sources.supavisor_logs_metadata_context
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.supavisor_logs_metadata as (
  "context" log_sources.supavisor_logs_metadata_context,
  "db_name" text,
  "instance_id" text,
  "level" text,
  "project" text,
  "region" text,
  "type" text,
  "user" text
);
create function log_sources.unnest(log_sources.supavisor_logs_metadata) returns setof log_sources.supavisor_logs_metadata
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.pgbouncer_logs_metadata as (
  "host" text
);
create function log_sources.unnest(log_sources.pgbouncer_logs_metadata) returns setof log_sources.pgbouncer_logs_metadata
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.cron_logs_metadata_job as (
  "id" numeric,
  "name" text,
  "schedule" text
);
create function log_sources.unnest(log_sources.cron_logs_metadata_job) returns setof log_sources.cron_logs_metadata_job
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.cron_logs_metadata_run as (
  "status" text,
  "duration_ms" numeric,
  "command" text,
  "error" text
);
create function log_sources.unnest(log_sources.cron_logs_metadata_run) returns setof log_sources.cron_logs_metadata_run
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.cron_logs_metadata as (
  "job" log_sources.cron_logs_metadata_job,
  "run" log_sources.cron_logs_metadata_run
);
create function log_sources.unnest(log_sources.cron_logs_metadata) returns setof log_sources.cron_logs_metadata
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.webhook_logs_metadata_hook as (
  "name" text,
  "event" text,
  "table" text
);
create function log_sources.unnest(log_sources.webhook_logs_metadata_hook) returns setof log_sources.webhook_logs_metadata_hook
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.webhook_logs_metadata_request as (
  "url" text,
  "attempt" numeric
);
create function log_sources.unnest(log_sources.webhook_logs_metadata_request) returns setof log_sources.webhook_logs_metadata_request
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.webhook_logs_metadata_response as (
  "status_code" numeric,
  "duration_ms" numeric,
  "error" text
);
create function log_sources.unnest(log_sources.webhook_logs_metadata_response) returns setof log_sources.webhook_logs_metadata_response
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.webhook_logs_metadata as (
  "hook" log_sources.webhook_logs_metadata_hook,
  "request" log_sources.webhook_logs_metadata_request,
  "response" log_sources.webhook_logs_metadata_response
);
create function log_sources.unnest(log_sources.webhook_logs_metadata) returns setof log_sources.webhook_logs_metadata
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.audit_logs_metadata_actor as (
  "id" text,
  "email" text,
  "token" boolean
);
create function log_sources.unnest(log_sources.audit_logs_metadata_actor) returns setof log_sources.audit_logs_metadata_actor
  language sql immutable parallel safe rows 1 as 'select ($1).*';
create type log_sources.audit_logs_metadata as (
  "action" text,
  "actor" log_sources.audit_logs_metadata_actor,
  "target" text,
  "ip_address" text
);
create function log_sources.unnest(log_sources.audit_logs_metadata) returns setof log_sources.audit_logs_metadata
  language sql immutable parallel safe rows 1 as 'select ($1).*';

create view log_sources.edge_logs with (security_barrier) as select
  id::text as "id",
  at as "timestamp",
  message as "event_message",
  ref as "identifier",
  row(
    metadata #>> '{load_balancer_redirect_identifier}',
    row(
      row(
        metadata #>> '{request,cf,asOrganization}',
        logs.number_of(metadata #> '{request,cf,asn}'),
        row(
          logs.boolean_of(metadata #> '{request,cf,botManagement,corporateProxy}'),
          logs.numbers_of(metadata #> '{request,cf,botManagement,detectionIds}'),
          metadata #>> '{request,cf,botManagement,ja3Hash}',
          logs.number_of(metadata #> '{request,cf,botManagement,score}'),
          logs.boolean_of(metadata #> '{request,cf,botManagement,staticResource}'),
          logs.boolean_of(metadata #> '{request,cf,botManagement,verifiedBot}')
        )::log_sources.edge_logs_metadata_request_cf_botmanagement,
        metadata #>> '{request,cf,city}',
        logs.number_of(metadata #> '{request,cf,clientTcpRtt}'),
        logs.number_of(metadata #> '{request,cf,clientTrustScore}'),
        metadata #>> '{request,cf,colo}',
        metadata #>> '{request,cf,continent}',
        metadata #>> '{request,cf,country}',
        logs.number_of(metadata #> '{request,cf,edgeRequestKeepAliveStatus}'),
        metadata #>> '{request,cf,httpProtocol}',
        metadata #>> '{request,cf,latitude}',
        metadata #>> '{request,cf,longitude}',
        metadata #>> '{request,cf,metroCode}',
        metadata #>> '{request,cf,postalCode}',
        metadata #>> '{request,cf,region}',
        metadata #>> '{request,cf,timezone}',
        metadata #>> '{request,cf,tlsCipher}',
        row(
          metadata #>> '{request,cf,tlsClientAuth,certPresented}',
          metadata #>> '{request,cf,tlsClientAuth,certRevoked}',
          metadata #>> '{request,cf,tlsClientAuth,certVerified}'
        )::log_sources.edge_logs_metadata_request_cf_tlsclientauth,
        row(
          metadata #>> '{request,cf,tlsExportedAuthenticator,clientFinished}',
          metadata #>> '{request,cf,tlsExportedAuthenticator,clientHandshake}',
          metadata #>> '{request,cf,tlsExportedAuthenticator,serverFinished}',
          metadata #>> '{request,cf,tlsExportedAuthenticator,serverHandshake}'
        )::log_sources.edge_logs_metadata_request_cf_tlsexportedauthenticator,
        metadata #>> '{request,cf,tlsVersion}'
      )::log_sources.edge_logs_metadata_request_cf,
      row(
        metadata #>> '{request,headers,cf_connecting_ip}',
        metadata #>> '{request,headers,cf_ipcountry}',
        metadata #>> '{request,headers,cf_ray}',
        metadata #>> '{request,headers,host}',
        metadata #>> '{request,headers,referer}',
        metadata #>> '{request,headers,x_client_info}',
        metadata #>> '{request,headers,x_forwarded_proto}',
        metadata #>> '{request,headers,x_real_ip}'
      )::log_sources.edge_logs_metadata_request_headers,
      metadata #>> '{request,host}',
      metadata #>> '{request,method}',
      metadata #>> '{request,path}',
      metadata #>> '{request,protocol}',
      metadata #>> '{request,search}',
      metadata #>> '{request,url}'
    )::log_sources.edge_logs_metadata_request,
    row(
      row(
        metadata #>> '{response,headers,cf_cache_status}',
        metadata #>> '{response,headers,cf_ray}',
        metadata #>> '{response,headers,content_location}',
        metadata #>> '{response,headers,content_range}',
        metadata #>> '{response,headers,content_type}',
        metadata #>> '{response,headers,date}',
        metadata #>> '{response,headers,sb_gateway_version}',
        metadata #>> '{response,headers,transfer_encoding}',
        metadata #>> '{response,headers,x_kong_proxy_latency}'
      )::log_sources.edge_logs_metadata_response_headers,
      logs.number_of(metadata #> '{response,origin_time}'),
      logs.number_of(metadata #> '{response,status_code}')
    )::log_sources.edge_logs_metadata_response
  )::log_sources.edge_logs_metadata as "metadata"
from logs.readable where source = 1::smallint;

create view log_sources.auth_logs with (security_barrier) as select
  message as "event_message",
  id::text as "id",
  at as "timestamp",
  row(
    row(
      metadata #>> '{auth_event,action}',
      metadata #>> '{auth_event,actor_id}',
      logs.boolean_of(metadata #> '{auth_event,actor_via_sso}'),
      metadata #>> '{auth_event,actor_username}',
      metadata #>> '{auth_event,log_type}',
      row(
        metadata #>> '{auth_event,traits,provider}',
        metadata #>> '{auth_event,traits,user_email}',
        metadata #>> '{auth_event,traits,user_id}',
        metadata #>> '{auth_event,traits,user_phone}'
      )::log_sources.auth_logs_metadata_auth_event_traits
    )::log_sources.auth_logs_metadata_auth_event,
    metadata #>> '{component}',
    logs.number_of(metadata #> '{duration}'),
    metadata #>> '{host}',
    metadata #>> '{level}',
    metadata #>> '{method}',
    metadata #>> '{msg}',
    metadata #>> '{path}',
    metadata #>> '{referer}',
    metadata #>> '{remote_addr}',
    logs.number_of(metadata #> '{status}'),
    metadata #>> '{timestamp}'
  )::log_sources.auth_logs_metadata as "metadata"
from logs.readable where source = 2::smallint;

create view log_sources.auth_audit_logs with (security_barrier) as select
  message as "event_message",
  id::text as "id",
  ref as "identifier",
  at as "timestamp",
  row(
    row(
      metadata #>> '{auth_audit_event,action}',
      metadata #>> '{auth_audit_event,actor_id}',
      metadata #>> '{auth_audit_event,actor_name}',
      metadata #>> '{auth_audit_event,actor_username}',
      logs.boolean_of(metadata #> '{auth_audit_event,actor_via_sso}'),
      metadata #>> '{auth_audit_event,audit_log_id}',
      metadata #>> '{auth_audit_event,created_at}',
      metadata #>> '{auth_audit_event,log_type}',
      metadata #>> '{auth_audit_event,request_id}',
      metadata #>> '{auth_audit_event,user_agent}'
    )::log_sources.auth_audit_logs_metadata_auth_audit_event,
    metadata #>> '{host}',
    metadata #>> '{level}',
    metadata #>> '{msg}'
  )::log_sources.auth_audit_logs_metadata as "metadata"
from logs.readable where source = 3::smallint;

create view log_sources.storage_logs with (security_barrier) as select
  message as "event_message",
  id::text as "id",
  at as "timestamp",
  row(
    row(
      metadata #>> '{context,host}',
      logs.number_of(metadata #> '{context,pid}')
    )::log_sources.storage_logs_metadata_context,
    metadata #>> '{level}',
    metadata #>> '{project}',
    row(
      row(
        metadata #>> '{req,headers,accept}',
        metadata #>> '{req,headers,cf_connecting_ip}',
        metadata #>> '{req,headers,cf_ray}',
        metadata #>> '{req,headers,content_length}',
        metadata #>> '{req,headers,content_type}',
        metadata #>> '{req,headers,host}',
        metadata #>> '{req,headers,referer}',
        metadata #>> '{req,headers,user_agent}',
        metadata #>> '{req,headers,x_client_info}',
        metadata #>> '{req,headers,x_forwarded_proto}'
      )::log_sources.storage_logs_metadata_req_headers,
      metadata #>> '{req,hostname}',
      metadata #>> '{req,method}',
      metadata #>> '{req,remoteAddress}',
      logs.number_of(metadata #> '{req,remotePort}'),
      metadata #>> '{req,url}'
    )::log_sources.storage_logs_metadata_req,
    metadata #>> '{reqId}',
    row(
      logs.number_of(metadata #> '{res,statusCode}'),
      row(
        logs.number_of(metadata #> '{res,headers,content_length}'),
        metadata #>> '{res,headers,content_type}'
      )::log_sources.storage_logs_metadata_res_headers
    )::log_sources.storage_logs_metadata_res,
    logs.number_of(metadata #> '{responseTime}'),
    metadata #>> '{tenantId}',
    metadata #>> '{rawError}'
  )::log_sources.storage_logs_metadata as "metadata"
from logs.readable where source = 4::smallint;

create view log_sources.function_edge_logs with (security_barrier) as select
  message as "event_message",
  id::text as "id",
  at as "timestamp",
  row(
    metadata #>> '{deployment_id}',
    logs.number_of(metadata #> '{execution_time_ms}'),
    metadata #>> '{function_id}',
    metadata #>> '{project_ref}',
    row(
      row(
        metadata #>> '{request,headers,accept}',
        metadata #>> '{request,headers,content_length}',
        metadata #>> '{request,headers,host}',
        metadata #>> '{request,headers,user_agent}'
      )::log_sources.function_edge_logs_metadata_request_headers,
      metadata #>> '{request,host}',
      metadata #>> '{request,method}',
      metadata #>> '{request,pathname}',
      metadata #>> '{request,protocol}',
      metadata #>> '{request,url}'
    )::log_sources.function_edge_logs_metadata_request,
    row(
      row(
        metadata #>> '{response,headers,content_length}',
        metadata #>> '{response,headers,content_type}',
        metadata #>> '{response,headers,date}',
        metadata #>> '{response,headers,server}',
        metadata #>> '{response,headers,vary}'
      )::log_sources.function_edge_logs_metadata_response_headers,
      logs.number_of(metadata #> '{response,status_code}')
    )::log_sources.function_edge_logs_metadata_response,
    metadata #>> '{version}'
  )::log_sources.function_edge_logs_metadata as "metadata"
from logs.readable where source = 5::smallint;

create view log_sources.function_logs with (security_barrier) as select
  message as "event_message",
  id::text as "id",
  at as "timestamp",
  row(
    metadata #>> '{deployment_id}',
    metadata #>> '{event_type}',
    metadata #>> '{execution_id}',
    metadata #>> '{function_id}',
    metadata #>> '{level}',
    metadata #>> '{project_ref}',
    metadata #>> '{region}',
    metadata #>> '{timestamp}',
    metadata #>> '{version}'
  )::log_sources.function_logs_metadata as "metadata"
from logs.readable where source = 6::smallint;

create view log_sources.postgres_logs with (security_barrier) as select
  message as "event_message",
  id::text as "id",
  at as "timestamp",
  ref as "identifier",
  row(
    metadata #>> '{host}',
    row(
      metadata #>> '{parsed,backend_type}',
      metadata #>> '{parsed,command_tag}',
      metadata #>> '{parsed,connection_from}',
      metadata #>> '{parsed,database_name}',
      metadata #>> '{parsed,error_severity}',
      logs.number_of(metadata #> '{parsed,process_id}'),
      logs.number_of(metadata #> '{parsed,query_id}'),
      metadata #>> '{parsed,session_id}',
      logs.number_of(metadata #> '{parsed,session_line_num}'),
      metadata #>> '{parsed,session_start_time}',
      metadata #>> '{parsed,sql_state_code}',
      metadata #>> '{parsed,timestamp}',
      logs.number_of(metadata #> '{parsed,transaction_id}'),
      metadata #>> '{parsed,user_name}',
      metadata #>> '{parsed,virtual_transaction_id}'
    )::log_sources.postgres_logs_metadata_parsed
  )::log_sources.postgres_logs_metadata as "metadata"
from logs.readable where source = 7::smallint;

create view log_sources.realtime_logs with (security_barrier) as select
  message as "event_message",
  id::text as "id",
  at as "timestamp",
  row(
    metadata #>> '{level}',
    row(
      logs.number_of(metadata #> '{measurements,connected}'),
      logs.number_of(metadata #> '{measurements,connected_cluster}'),
      logs.number_of(metadata #> '{measurements,limit}'),
      logs.number_of(metadata #> '{measurements,sum}')
    )::log_sources.realtime_logs_metadata_measurements,
    metadata #>> '{external_id}'
  )::log_sources.realtime_logs_metadata as "metadata"
from logs.readable where source = 8::smallint;

create view log_sources.postgrest_logs with (security_barrier) as select
  message as "event_message",
  id::text as "id",
  ref as "identifier",
  at as "timestamp",
  row(
    metadata #>> '{host}'
  )::log_sources.postgrest_logs_metadata as "metadata"
from logs.readable where source = 9::smallint;

create view log_sources.supavisor_logs with (security_barrier) as select
  message as "event_message",
  id::text as "id",
  at as "timestamp",
  row(
    row(
      metadata #>> '{context,application}',
      logs.texts_of(metadata #> '{context,domain}'),
      metadata #>> '{context,file}',
      metadata #>> '{context,function}',
      metadata #>> '{context,gl}',
      logs.number_of(metadata #> '{context,line}'),
      logs.texts_of(metadata #> '{context,mfa}'),
      metadata #>> '{context,module}',
      metadata #>> '{context,pid}',
      logs.number_of(metadata #> '{context,time}'),
      row(
        metadata #>> '{context,vm,node}'
      )::log_sources.supavisor_logs_metadata_context_vm
    )::log_sources.supavisor_logs_metadata_context,
    metadata #>> '{db_name}',
    metadata #>> '{instance_id}',
    metadata #>> '{level}',
    metadata #>> '{project}',
    metadata #>> '{region}',
    metadata #>> '{type}',
    metadata #>> '{user}'
  )::log_sources.supavisor_logs_metadata as "metadata"
from logs.readable where source = 10::smallint;

create view log_sources.pgbouncer_logs with (security_barrier) as select
  id::text as "id",
  message as "event_message",
  metadata ->> 'file' as "file",
  at as "timestamp",
  ref as "project",
  row(
    metadata #>> '{host}'
  )::log_sources.pgbouncer_logs_metadata as "metadata"
from logs.readable where source = 11::smallint;

create view log_sources.pg_upgrade_logs with (security_barrier) as select
  message as "event_message",
  id::text as "id",
  at as "timestamp"
from logs.readable where source = 12::smallint;

create view log_sources.cron_logs with (security_barrier) as select
  id::text as "id",
  at as "timestamp",
  message as "event_message",
  ref as "identifier",
  row(
    row(
      logs.number_of(metadata #> '{job,id}'),
      metadata #>> '{job,name}',
      metadata #>> '{job,schedule}'
    )::log_sources.cron_logs_metadata_job,
    row(
      metadata #>> '{run,status}',
      logs.number_of(metadata #> '{run,duration_ms}'),
      metadata #>> '{run,command}',
      metadata #>> '{run,error}'
    )::log_sources.cron_logs_metadata_run
  )::log_sources.cron_logs_metadata as "metadata"
from logs.readable where source = 13::smallint;

create view log_sources.webhook_logs with (security_barrier) as select
  id::text as "id",
  at as "timestamp",
  message as "event_message",
  ref as "identifier",
  row(
    row(
      metadata #>> '{hook,name}',
      metadata #>> '{hook,event}',
      metadata #>> '{hook,table}'
    )::log_sources.webhook_logs_metadata_hook,
    row(
      metadata #>> '{request,url}',
      logs.number_of(metadata #> '{request,attempt}')
    )::log_sources.webhook_logs_metadata_request,
    row(
      logs.number_of(metadata #> '{response,status_code}'),
      logs.number_of(metadata #> '{response,duration_ms}'),
      metadata #>> '{response,error}'
    )::log_sources.webhook_logs_metadata_response
  )::log_sources.webhook_logs_metadata as "metadata"
from logs.readable where source = 14::smallint;

create view log_sources.audit_logs with (security_barrier) as select
  id::text as "id",
  at as "timestamp",
  message as "event_message",
  ref as "identifier",
  row(
    metadata #>> '{action}',
    row(
      metadata #>> '{actor,id}',
      metadata #>> '{actor,email}',
      logs.boolean_of(metadata #> '{actor,token}')
    )::log_sources.audit_logs_metadata_actor,
    metadata #>> '{target}',
    metadata #>> '{ip_address}'
  )::log_sources.audit_logs_metadata as "metadata"
from logs.readable where source = 15::smallint;

create view log_sources.logs with (security_barrier) as select
  case source
    when 1 then 'edge_logs'
    when 2 then 'auth_logs'
    when 3 then 'auth_audit_logs'
    when 4 then 'storage_logs'
    when 5 then 'function_edge_logs'
    when 6 then 'function_logs'
    when 7 then 'postgres_logs'
    when 8 then 'realtime_logs'
    when 9 then 'postgrest_logs'
    when 10 then 'supavisor_logs'
    when 11 then 'pgbouncer_logs'
    when 12 then 'pg_upgrade_logs'
    when 13 then 'cron_logs'
    when 14 then 'webhook_logs'
    when 15 then 'audit_logs'
  end as "source",
  id::text as "id",
  at as "timestamp",
  message as "event_message",
  case level
    when 10 then 'debug' when 20 then 'info' when 30 then 'warning' when 40 then 'error'
    when 50 then 'fatal'
  end as "level",
  status::int as "status",
  method as "method",
  path as "path",
  user_name as "user",
  database_name as "database",
  code as "code",
  request_id as "request_id",
  duration_ms::float8 as "duration_ms",
  pattern::text as "pattern",
  metadata as "attributes"
from logs.readable;

-- Names of other dialects of SQL.
create domain log_sources.datetime as timestamp;
create domain log_sources.string as text;
create domain log_sources.int64 as bigint;
create domain log_sources.float64 as float8;
create function log_sources.timestamp_trunc(at timestamptz, part text) returns timestamptz
  language sql immutable parallel safe return date_trunc(lower(part), at, 'UTC');
create function log_sources.datetime_trunc(at timestamp, part text) returns timestamp
  language sql immutable parallel safe return date_trunc(lower(part), at);
create function log_sources.timestamp_sub(at timestamptz, length interval) returns timestamptz
  language sql stable parallel safe return at - length;
create function log_sources.timestamp_add(at timestamptz, length interval) returns timestamptz
  language sql stable parallel safe return at + length;
create function log_sources.timestamp_diff(later timestamptz, earlier timestamptz, part text)
  returns numeric language sql immutable parallel safe return trunc(
    extract(epoch from later - earlier) / case lower(part)
      when 'microsecond' then 0.000001 when 'millisecond' then 0.001 when 'second' then 1
      when 'minute' then 60 when 'hour' then 3600 when 'day' then 86400
    end
  );
create function log_sources.regexp_contains(value text, pattern text) returns boolean
  language sql immutable parallel safe return value ~ pattern;
create function log_sources.regexp_extract(value text, pattern text) returns text
  language sql immutable parallel safe return substring(value from pattern);
create function log_sources.ifnull(value anycompatible, otherwise anycompatible)
  returns anycompatible language sql immutable parallel safe as 'select coalesce($1, $2)';
create function log_sources.countif_step(count bigint, condition boolean) returns bigint
  language sql immutable parallel safe
  return case when condition then count + 1 else count end;
create aggregate log_sources.countif(boolean) (
  sfunc = log_sources.countif_step, stype = bigint, initcond = '0'
);

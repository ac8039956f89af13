import { wakeStatement } from './basalt-webhooks.ts'
import type { OwnExtension } from './own-extension.ts'

/**
 * HTTP requests that are sent after the transaction has committed, with the SQL interface of pg_net.
 *
 * Source of names, arguments and columns: the documentation of pg_net. Unlike there, the tables are
 * logged, and a request whose sender was killed is sent again.
 */
const tables = /* SQL */ `
create table http_request_queue (
  id bigserial primary key,
  method text not null,
  url text not null,
  headers jsonb,
  body bytea,
  timeout_milliseconds integer not null
);

create table _http_response (
  id bigint,
  status_code integer,
  content_type text,
  headers jsonb,
  content text,
  timed_out boolean,
  error_msg text,
  created timestamptz not null default pg_catalog.now()
);
create index on _http_response (created);
create index on _http_response (id);

create table _fence (
  only_row boolean primary key default true check (only_row),
  token uuid not null
);
`

const functions = /* SQL */ `
create function _urlencode_string(string text) returns text
language sql immutable strict set search_path = '' as $$
  select coalesce(pg_catalog.string_agg(
    case when one.byte in (45, 46, 95, 126) or one.byte between 48 and 57
      or one.byte between 65 and 90 or one.byte between 97 and 122
    then pg_catalog.chr(one.byte)
    else '%' || pg_catalog.upper(pg_catalog.lpad(pg_catalog.to_hex(one.byte), 2, '0')) end,
    '' order by one.at), '')
  from (
    select at, pg_catalog.get_byte(bytes, at) as byte
    from (select pg_catalog.convert_to(string, 'UTF8') as bytes) text,
      pg_catalog.generate_series(0, pg_catalog.length(bytes) - 1) at
  ) one
$$;

create function _encode_url_with_params(url text, params jsonb) returns text
language sql immutable set search_path = '' as $$
  select case when query is null then url
    when pg_catalog.strpos(url, '?') > 0 then url || '&' || query
    else url || '?' || query end
  from (
    select pg_catalog.string_agg(
      net._urlencode_string(key) || '=' || net._urlencode_string(coalesce(value, '')), '&') as query
    from pg_catalog.jsonb_each_text(coalesce(params, '{}'))
  ) encoded
$$;

create function _enqueue(method text, url text, headers jsonb, body bytea, timeout_milliseconds integer)
returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  request_id bigint;
begin
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
  values (method, url, headers, body, timeout_milliseconds) returning id into request_id;
  ${wakeStatement}
  return request_id;
end $$;

create function http_get(
  url text,
  params jsonb default '{}',
  headers jsonb default '{}',
  timeout_milliseconds integer default 5000
) returns bigint
language sql set search_path = '' as $$
  select net._enqueue('GET', net._encode_url_with_params(url, params), headers, null,
    timeout_milliseconds)
$$;

create function http_delete(
  url text,
  params jsonb default '{}',
  headers jsonb default '{}',
  timeout_milliseconds integer default 5000,
  body jsonb default null
) returns bigint
language sql set search_path = '' as $$
  select net._enqueue('DELETE', net._encode_url_with_params(url, params), headers,
    pg_catalog.convert_to(body::text, 'UTF8'), timeout_milliseconds)
$$;

create function http_post(
  url text,
  body jsonb default '{}',
  params jsonb default '{}',
  headers jsonb default '{"Content-Type": "application/json"}',
  timeout_milliseconds integer default 5000
) returns bigint
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from pg_catalog.jsonb_each_text(headers)
    where pg_catalog.lower(key) = 'content-type' and value not like 'application/json%'
  ) then
    raise exception using errcode = '22023',
      message = 'The header Content-Type must be application/json';
  end if;
  return net._enqueue('POST', net._encode_url_with_params(url, params), headers,
    pg_catalog.convert_to(body::text, 'UTF8'), timeout_milliseconds);
end $$;
`

export const pgNet: OwnExtension = {
  name: 'pg_net',
  version: '0.19.5',
  comment: 'asynchronous HTTP requests, in SQL',
  schema: 'net',
  requires: [],
  dumped: [],
  sql: [tables, functions].join('\n'),
}

import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { logSourceNames } from './logs.ts'

const url = z.url().check(z.maxLength(2000))
const name = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))

/** Where rows are sent; values that must stay secret are in `secrets`. */
const destination = z.discriminatedUnion('type', [
  /** A POST with a JSON array. Secrets are headers. */
  z.object({ type: z.literal('http'), url }),
  /** OTLP over HTTP in JSON, at `/v1/logs` unless the URL has a path. Secrets are headers. */
  z.object({ type: z.literal('otlp'), url }),
  /** The base URL; rows are pushed to `/loki/api/v1/push`. Secret: `password`. */
  z.object({
    type: z.literal('loki'),
    url,
    username: z.optional(z.string().check(z.maxLength(200))),
  }),
  /** The intake of a Datadog site, or of what accepts the same. Secret: `api_key`. */
  z.object({ type: z.literal('datadog'), url }),
  /** Objects of JSON lines. Secrets: `access_key_id` and `secret_access_key`. */
  z.object({
    type: z.literal('s3'),
    url,
    region: name(100),
    bucket: z.string().check(z.regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/u)),
    prefix: z.optional(z.string().check(z.maxLength(200))),
  }),
  /** RFC 5424 over TCP, with TLS unless it is switched off. */
  z.object({
    type: z.literal('syslog'),
    host: name(253),
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
    tls: z.boolean(),
  }),
])
export type DrainDestination = z.infer<typeof destination>

const secrets = z.record(
  z.string().check(z.regex(/^[\w-]{1,100}$/u)),
  z.string().check(z.maxLength(4000), z.regex(/^[^\r\n\0]*$/u)),
)

const drain = z.object({
  id: z.uuid(),
  name: z.string(),
  destination,
  /** Names of the secrets; their values are never shown. */
  secret_names: z.array(z.string()),
  sources: z.array(z.enum(logSourceNames)),
  is_enabled: z.boolean(),
  created_at: z.string(),
  /** Rows that wait to be sent. */
  waiting_rows: z.int(),
  sent_rows: z.int(),
  /** Rows that were removed before they could be sent. */
  dropped_rows: z.int(),
  last_sent_at: z.nullable(z.string()),
  /** Of the last attempt; null when it succeeded. */
  last_error: z.nullable(z.string()),
  /** When it is tried again after a failure. */
  next_attempt_at: z.nullable(z.string()),
})
export type LogDrain = z.infer<typeof drain>

export const drainLimit = 10

const values = z.object({
  name: name(60),
  destination,
  /** Those that are left out keep their value; an empty one is removed. */
  secrets: z._default(secrets, {}),
  sources: z.array(z.enum(logSourceNames)).check(z.minLength(1)),
})

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })
const mayRead = { action: 'analytics:Read', resource: 'logs' } as const
const mayWrite = { action: 'write:Update', resource: 'projects' } as const

/** Continuous export of a project's log rows. */
export const drains = {
  list: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/log-drains',
    params: byRef,
    response: z.array(drain),
    permission: mayRead,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/log-drains',
    params: byRef,
    body: values,
    hasForm: true,
    response: drain,
    permission: mayWrite,
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/platform/projects/{ref}/log-drains/{id}',
    params: byId,
    body: values,
    response: drain,
    permission: mayWrite,
  }),
  enable: defineRoute({
    method: 'PATCH',
    path: '/platform/projects/{ref}/log-drains/{id}',
    params: byId,
    body: z.object({ is_enabled: z.boolean() }),
    response: drain,
    permission: mayWrite,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/projects/{ref}/log-drains/{id}',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
    permission: mayWrite,
  }),
  /** Sends one row now, and answers the error of the receiver when it refuses it. */
  test: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/log-drains/{id}/test',
    params: byId,
    isRead: true,
    body: z.object({}),
    response: z.object({ error: z.nullable(z.string()) }),
    permission: mayWrite,
  }),
}

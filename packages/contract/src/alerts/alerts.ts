import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const share = z.number().check(z.minimum(0), z.maximum(100))
const minutes = z.int().check(z.minimum(1), z.maximum(1440))
const rows = z.int().check(z.minimum(1), z.maximum(1_000_000))

const condition = z.discriminatedUnion('type', [
  /** The share of requests that failed is above `percent`. */
  z.object({
    type: z.literal('error_rate'),
    statuses: z.enum(['5xx', '4xx_5xx']),
    percent: share,
    window_minutes: minutes,
    /** With fewer requests in the window the share says little: the rule is then OK. */
    least_requests: rows,
  }),
  /** At least `count` rows of the level error or above in the PostgreSQL log. */
  z.object({ type: z.literal('postgres_errors'), count: rows, window_minutes: minutes }),
  /** At least one statement took longer. */
  z.object({
    type: z.literal('slow_statement'),
    milliseconds: z.int().check(z.minimum(1), z.maximum(86_400_000)),
    window_minutes: minutes,
  }),
  /** The database uses more than this share of the disk of its plan. */
  z.object({ type: z.literal('disk_used'), percent: share }),
  /** The disk of the cluster has less free space. */
  z.object({ type: z.literal('disk_free'), bytes: z.int().check(z.minimum(1)) }),
  /** More than this share of the allowed connections is in use. */
  z.object({ type: z.literal('connections'), percent: share }),
  /** At least `count` jobs or webhooks failed. */
  z.object({
    type: z.literal('failed_jobs'),
    sources: z.array(z.enum(['cron_logs', 'webhook_logs'])).check(z.minLength(1), z.maxLength(2)),
    count: rows,
    window_minutes: minutes,
  }),
  /** The advisors found an error that they had not found before. */
  z.object({ type: z.literal('advisor_error'), window_minutes: minutes }),
])
export type AlertCondition = z.infer<typeof condition>

const alertStates = ['ok', 'pending', 'firing', 'no_data'] as const
export type AlertState = (typeof alertStates)[number]

/** Who gets an email: the owners of the organization, chosen members, or nobody. */
const recipients = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('owners') }),
  z.object({
    type: z.literal('members'),
    user_ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(50)),
  }),
])

const values = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  condition,
  /** The condition must hold this long before the rule fires. */
  for_minutes: z.int().check(z.minimum(0), z.maximum(1440)),
  /** A rule that still fires is reported again after this time; null reports it once. */
  repeat_minutes: z.nullable(z.int().check(z.minimum(5), z.maximum(10_080))),
  recipients,
  webhook_url: z.nullable(z.url().check(z.maxLength(2000))),
})
export type AlertValues = z.infer<typeof values>

const rule = z.extend(values, {
  id: z.uuid(),
  is_enabled: z.boolean(),
  created_at: z.string(),
  state: z.enum(alertStates),
  /** Since when it has this state; null before the first evaluation. */
  state_since: z.nullable(z.string()),
  evaluated_at: z.nullable(z.string()),
  /** The measured value: a share, a number of rows, milliseconds or bytes. */
  value: z.nullable(z.number()),
  /** Why there are no data. */
  problem: z.nullable(z.string()),
  /** No notification is sent until then. */
  silenced_until: z.nullable(z.string()),
  silence_reason: z.nullable(z.string()),
  /** The last notification that could not be delivered. */
  delivery_error: z.nullable(z.string()),
})
export type AlertRule = z.infer<typeof rule>

/** The secret of the webhook is part of the answer that made it, and of no other. */
const saved = z.object({ rule, webhook_secret: z.nullable(z.string()) })

const event = z.object({
  id: z.uuid(),
  kind: z.enum(['fired', 'repeated', 'resolved']),
  at: z.string(),
  value: z.nullable(z.number()),
  /** The measured time, whose log rows explain the event. */
  window_from: z.string(),
  window_to: z.string(),
  /** Nobody was notified, because the rule was silenced. */
  is_silenced: z.boolean(),
  deliveries: z.array(
    z.object({
      channel: z.enum(['email', 'webhook']),
      state: z.enum(['waiting', 'sent', 'failed']),
      attempts: z.int(),
      error: z.nullable(z.string()),
    }),
  ),
})
export type AlertEvent = z.infer<typeof event>

export const alertLimit = 20
/** Events are kept this long. */
export const alertHistoryDays = 90

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })
const mayRead = { action: 'analytics:Read', resource: 'logs' } as const
const mayWrite = { action: 'write:Update', resource: 'projects' } as const

/** Rules that notify when the logs or the resource usage of a project are not as they should be. */
export const alerts = {
  list: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/alerts',
    params: byRef,
    response: z.array(rule),
    permission: mayRead,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/alerts',
    params: byRef,
    body: values,
    hasForm: true,
    response: saved,
    permission: mayWrite,
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/platform/projects/{ref}/alerts/{id}',
    params: byId,
    body: values,
    response: saved,
    permission: mayWrite,
  }),
  enable: defineRoute({
    method: 'PATCH',
    path: '/platform/projects/{ref}/alerts/{id}',
    params: byId,
    body: z.object({ is_enabled: z.boolean() }),
    response: rule,
    permission: mayWrite,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/projects/{ref}/alerts/{id}',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
    permission: mayWrite,
  }),
  /** Keeps notifications back until a time; null ends the silence. */
  silence: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/alerts/{id}/silence',
    params: byId,
    body: z.object({
      until: z.nullable(z.iso.datetime()),
      reason: z.string().check(z.trim(), z.maxLength(200)),
    }),
    hasForm: true,
    response: rule,
    permission: mayWrite,
  }),
  /** A new secret of the webhook; the former one is not valid any more. */
  renewSecret: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/alerts/{id}/webhook-secret',
    params: byId,
    response: saved,
    permission: mayWrite,
  }),
  /** Sends a test notification now, and answers the error of each channel that refuses it. */
  test: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/alerts/{id}/test',
    params: byId,
    isRead: true,
    body: z.object({}),
    response: z.object({
      results: z.array(
        z.object({
          channel: z.enum(['email', 'webhook']),
          /** An address, or the URL of the webhook. */
          target: z.string(),
          error: z.nullable(z.string()),
        }),
      ),
    }),
    permission: mayWrite,
  }),
  /** How often a rule would have fired in the last 24 hours. */
  preview: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/alert-preview',
    params: byRef,
    isRead: true,
    body: z.object({ condition, for_minutes: values.shape.for_minutes }),
    response: z.object({
      fired: z.int(),
      firing_minutes: z.int(),
      /** Minutes without data, of 1,440. */
      no_data_minutes: z.int(),
      /** The largest value that was measured, or the smallest of free space. */
      extreme: z.nullable(z.number()),
    }),
    permission: mayRead,
  }),
  /** The newest first. */
  events: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/alerts/{id}/events',
    params: byId,
    query: z.object({
      /** Events before this time. */
      before: z.optional(z.iso.datetime()),
    }),
    response: z.object({ events: z.array(event), has_more: z.boolean() }),
    permission: mayRead,
  }),
}

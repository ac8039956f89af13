import { z } from 'zod/mini'

import { logFacetFields, logSourceNames } from '../logs/logs.ts'
import { defineRoute } from '../route.ts'
import { typedName } from '../typed-name.ts'

/** Charts of the observability page, by which blocks name them. */
export const reportMetrics = [
  'requests',
  'latency',
  'cpu',
  'memory',
  'connections',
  'transactions',
  'cache',
  'size',
  'free_disk',
  'disk_writes',
] as const
export type ReportMetric = (typeof reportMetrics)[number]

export const reportLimits = { pages: 20, blocks: 20, textLength: 5000, nameLength: 100 } as const

const placed = { id: z.uuid(), width: z.enum(['half', 'full']) }

const block = z.discriminatedUnion('kind', [
  z.object({ ...placed, kind: z.literal('metric'), metric: z.enum(reportMetrics) }),
  /** The most frequent values of a field in the logs. */
  z.object({
    ...placed,
    kind: z.literal('top'),
    source: z.enum(logSourceNames),
    field: z.enum(logFacetFields),
  }),
  /** A pinned result of the project's home. */
  z.object({ ...placed, kind: z.literal('query'), home_block_id: z.uuid() }),
  z.object({
    ...placed,
    kind: z.literal('text'),
    text: z.string().check(z.maxLength(reportLimits.textLength)),
  }),
])
export type ReportBlock = z.infer<typeof block>

const blocks = z.array(block).check(
  z.maxLength(reportLimits.blocks, `A page has at most ${reportLimits.blocks} blocks`),
  z.refine(
    (all) => new Set(all.map(({ id }) => id)).size === all.length,
    'Each block needs an id of its own',
  ),
)

const report = z.object({
  id: z.uuid(),
  name: z.string(),
  blocks: z.array(block),
  /** Grows with each change. */
  version: z.int(),
  /** Display name of its author; null when the account is deleted. */
  created_by: z.nullable(z.string()),
  updated_at: z.string(),
})
export type Report = z.infer<typeof report>

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })
const name = typedName(reportLimits.nameLength, 'Enter a name')

const may = (action: string) => ({ action, resource: 'user_content.reports' })

/** Pages of charts that a project has made for itself. */
export const reports = {
  /** By name, with their blocks. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/reports',
    params: byRef,
    response: z.array(report),
    permission: may('read:Read'),
  }),
  /** With an id that the caller made. 409 when the project has as many pages as it may have. */
  create: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/reports',
    params: byRef,
    body: z.object({ id: z.uuid(), name, blocks }),
    response: report,
    permission: may('write:Create'),
  }),
  /** 409 when the page has changed since `version`. */
  update: defineRoute({
    method: 'PATCH',
    path: '/platform/projects/{ref}/reports/{id}',
    params: byId,
    body: z.object({ version: z.int(), name: z.optional(name), blocks: z.optional(blocks) }),
    response: report,
    permission: may('write:Update'),
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/projects/{ref}/reports/{id}',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
    permission: may('write:Delete'),
  }),
}

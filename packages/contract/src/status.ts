import { z } from 'zod/mini'

import { defineRoute } from './route.ts'

/** How much of the product an incident affects, from the least. */
export const incidentImpacts = ['none', 'minor', 'major', 'critical'] as const
export type IncidentImpact = (typeof incidentImpacts)[number]

/** In the usual order of an incident. */
export const incidentStatuses = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export type IncidentStatus = (typeof incidentStatuses)[number]

/** Components that the server checks, and that an incident may affect. */
export const statusComponents = [
  { id: 'dashboard', name: 'Dashboard and API' },
  { id: 'system-database', name: 'System database' },
  { id: 'project-databases', name: 'Project databases' },
  { id: 'disk-space', name: 'Disk space' },
  { id: 'mail', name: 'Email delivery' },
] as const

export const statusComponentIds = statusComponents.map(({ id }) => id)
export type StatusComponentId = (typeof statusComponents)[number]['id']

/** `unknown` before the first check; `not-configured` is no fault. */
const componentStatuses = ['operational', 'degraded', 'down', 'not-configured', 'unknown'] as const
export type ComponentStatus = (typeof componentStatuses)[number]

const componentId = z.enum(statusComponentIds)

const incidentUpdate = z.object({
  id: z.string(),
  status: z.enum(incidentStatuses),
  message: z.string(),
  at: z.string(),
})

export const incident = z.object({
  id: z.string(),
  title: z.string(),
  impact: z.enum(incidentImpacts),
  status: z.enum(incidentStatuses),
  components: z.array(componentId),
  /** Codes of the regions that it is about; empty for one that is about every project. */
  regions: z._default(z.array(z.string()), []),
  started_at: z.string(),
  resolved_at: z.nullable(z.string()),
  /** Newest first. */
  updates: z.array(incidentUpdate),
})

export type Incident = z.infer<typeof incident>

const installStatus = z.object({
  components: z.array(
    z.object({
      id: componentId,
      name: z.string(),
      status: z.enum(componentStatuses),
      /** One sentence about the problem; null without one. */
      detail: z.nullable(z.string()),
    }),
  ),
  /** Open incidents, and those of the last two weeks; newest first. */
  incidents: z.array(incident),
  /** Keys of the catalogue's notices that are switched on. */
  notices: z.array(z.string()),
  /** The time of the last check; null before the first one. */
  checked_at: z.nullable(z.string()),
})

export type InstallStatus = z.infer<typeof installStatus>

export const status = {
  /** Answered from memory, so also while the system database is away. */
  get: defineRoute({
    method: 'GET',
    path: '/platform/status',
    response: installStatus,
    permission: 'public',
    isAnonymous: true,
  }),
  /** An exception of the dashboard; SPEC.md section 2, "Client exceptions are reported with an id". */
  reportError: defineRoute({
    method: 'POST',
    path: '/platform/errors',
    body: z.object({
      id: z.uuid(),
      name: z.string().check(z.maxLength(100)),
      message: z.string().check(z.maxLength(1000)),
      stack: z.optional(z.string().check(z.maxLength(8000))),
      /** Without the query string, which may contain private data. */
      pathname: z.string().check(z.maxLength(500)),
      /** Status codes, routes and the like. */
      details: z.optional(z.record(z.string(), z.string().check(z.maxLength(200)))),
    }),
    response: z.object({ ok: z.literal(true) }),
    permission: 'public',
    isAnonymous: true,
    isRead: true,
  }),
}

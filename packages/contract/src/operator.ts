import { noticeKeys, regionCodes } from '@basalt/catalog'
import { z } from 'zod/mini'

import { defineRoute } from './route.ts'
import { incident, incidentImpacts, incidentStatuses, statusComponentIds } from './status.ts'
import { typedName } from './typed-name.ts'

const title = typedName(120, 'Enter a title')

const message = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter a message'),
    z.maxLength(4000, 'Use at most 4000 characters'),
  )

const components = z.array(z.enum(statusComponentIds))
const regions = z.array(z.enum(regionCodes))
const byId = z.object({ id: z.uuid() })

const notice = z.object({
  key: z.enum(noticeKeys),
  title: z.string(),
  message: z.string(),
  is_on: z.boolean(),
})

export type OperatorNotice = z.infer<typeof notice>

/** Routes for operators; other operator routes are defined with their subject. */
export const operator = {
  /** Open incidents first, then by time; newest first. */
  listIncidents: defineRoute({
    method: 'GET',
    path: '/platform/operator/incidents',
    response: z.array(incident),
    permission: 'operator',
  }),
  openIncident: defineRoute({
    method: 'POST',
    path: '/platform/operator/incidents',
    body: z.object({
      title,
      impact: z.enum(incidentImpacts),
      status: z._default(z.enum(incidentStatuses), 'investigating'),
      components: z._default(components, []),
      regions: z._default(regions, []),
      message,
    }),
    hasForm: true,
    response: incident,
    permission: 'operator',
  }),
  changeIncident: defineRoute({
    method: 'PATCH',
    path: '/platform/operator/incidents/{id}',
    params: byId,
    body: z.object({
      title: z.optional(title),
      impact: z.optional(z.enum(incidentImpacts)),
      components: z.optional(components),
      regions: z.optional(regions),
    }),
    hasForm: true,
    response: incident,
    permission: 'operator',
  }),
  /** Posts an update; the status `resolved` ends the incident. */
  updateIncident: defineRoute({
    method: 'POST',
    path: '/platform/operator/incidents/{id}/updates',
    params: byId,
    body: z.object({ status: z.enum(incidentStatuses), message }),
    hasForm: true,
    response: incident,
    permission: 'operator',
  }),
  listNotices: defineRoute({
    method: 'GET',
    path: '/platform/operator/notices',
    response: z.array(notice),
    permission: 'operator',
  }),
  switchNotice: defineRoute({
    method: 'PUT',
    path: '/platform/operator/notices/{key}',
    params: z.object({ key: z.enum(noticeKeys) }),
    body: z.object({ is_on: z.boolean() }),
    response: z.array(notice),
    permission: 'operator',
  }),
}

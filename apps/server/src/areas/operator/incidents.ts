import { ApiError } from '@basalt/contract/errors'
import { operator } from '@basalt/contract/operator'
import type { Incident } from '@basalt/contract/status'

import { type Endpoint, serve } from '../../http/route.ts'
import type { Clock } from '../../process/clock.ts'
import {
  changeIncident,
  findIncident,
  insertIncident,
  insertIncidentUpdate,
  listIncidents,
} from '../../status/incident-store.ts'
import type { Store } from '../../store/store.ts'

export type OperatorServices = {
  store: Store
  clock: Clock
  /** Called after the status page has changed. */
  onChange: () => Promise<void>
}

export function incidentFeature({ store, clock, onChange }: OperatorServices): Endpoint[] {
  return [
    serve(operator.listIncidents, async () => listIncidents(store)),
    serve(operator.openIncident, async ({ body }, context) => {
      const { message, ...incident } = body
      const at = clock()
      const opened = await store.transaction().execute(async (tx) => {
        const id = await insertIncident(tx, incident, at)
        await insertIncidentUpdate(tx, id, { status: incident.status, message, at })
        await context.audit(tx, {
          action: 'incident.opened',
          target: { kind: 'incident', id, name: incident.title },
          after: { ...incident, message },
        })
        return required(await findIncident(tx, id))
      })
      await onChange()
      return opened
    }),
    serve(operator.changeIncident, async ({ params, body }, context) => {
      const changed = await store.transaction().execute(async (tx) => {
        const before = required(await findIncident(tx, params.id))
        await changeIncident(tx, params.id, { ...described(before), ...given(body) })
        const after = required(await findIncident(tx, params.id))
        await context.audit(tx, {
          action: 'incident.changed',
          target: getTarget(after),
          before: described(before),
          after: described(after),
        })
        return after
      })
      await onChange()
      return changed
    }),
    serve(operator.updateIncident, async ({ params, body }, context) => {
      const updated = await store.transaction().execute(async (tx) => {
        const before = required(await findIncident(tx, params.id))
        await insertIncidentUpdate(tx, params.id, { ...body, at: clock() })
        await context.audit(tx, {
          action: body.status === 'resolved' ? 'incident.resolved' : 'incident.updated',
          target: getTarget(before),
          before: { status: before.status },
          after: { ...body },
        })
        return required(await findIncident(tx, params.id))
      })
      await onChange()
      return updated
    }),
  ]
}

const getTarget = ({ id, title }: Incident) => ({ kind: 'incident', id, name: title })

const described = ({ title, impact, components, regions }: Incident) => ({
  title,
  impact,
  components,
  regions,
})

/** The sent fields; omitted ones are not changed. */
const given = <T extends object>(body: T): Partial<T> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Partial<T>

function required(incident: Incident | null): Incident {
  if (incident === null) throw new ApiError('not_found', 'This incident does not exist')
  return incident
}

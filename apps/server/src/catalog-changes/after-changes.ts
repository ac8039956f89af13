import { databaseHistory } from '@basalt/contract/database/history'
import { databaseQuery } from '@basalt/contract/database/query'
import { databaseSessions } from '@basalt/contract/database/sessions'
import type { AnyRoute } from '@basalt/contract/route'
import type { Jobs } from '@basalt/jobs'
import { splitStatements } from '@basalt/pg-sql'

import { getProject } from '../http/context.ts'
import type { Endpoint } from '../http/route.ts'
import type { Log } from '../process/log.ts'
import { queueAfterChange } from './tasks.ts'

type Services = { jobs: Jobs; log: Log }
type Call = { input: unknown; answer: unknown }

/**
 * The endpoints, after whose changes of the catalog the saved tests of policies and the advisors of
 * the project run. A failed call counts too, because a part of its change may remain.
 */
export const afterChanges = (services: Services, endpoints: Endpoint[]): Endpoint[] =>
  endpoints.map((endpoint) => {
    const changes = findCriterion(endpoint.route)
    if (changes === undefined) return endpoint
    return {
      ...endpoint,
      async handle(input, context, emit) {
        let answer: unknown
        try {
          answer = await endpoint.handle(input, context, emit)
          return answer
        } finally {
          if (changes({ input, answer })) {
            await queueAfterChange(services, getProject(context).ref)
          }
        }
      },
    }
  })

/** Whether a call changes the catalog; undefined for a route that never does. */
function findCriterion(route: AnyRoute): ((call: Call) => boolean) | undefined {
  if (route === databaseQuery.run) return ({ input }) => hasDefinition(input)
  if (route === databaseSessions.decide) return ({ input }) => isCommit(input)
  // Only the undo of a table's design has no results of rows.
  if (route === databaseHistory.undo) return ({ answer }) => hasNoResults(answer)
  const { permission } = route
  const isDefinition = typeof permission === 'object' && definitions.has(permission.action)
  return isDefinition && route.isRead !== true ? () => true : undefined
}

const isCommit = (input: unknown): boolean =>
  (input as { body: { outcome: string } }).body.outcome === 'commit'

const definitions = new Set<string>(['tenant:Sql:Admin:Write', 'tenant:Sql:CreateTable'])

const definition =
  /\b(?:create|alter|drop|grant|revoke|reassign|import|do|call|security|truncate)\b/iu
const begin = new RegExp(`^${definition.source}`, 'iu')

/** Most scripts of plain reads and writes have none of the words, and need not be split. */
function hasDefinition(input: unknown): boolean {
  const { query } = (input as { body: { query: string } }).body
  return definition.test(query) && splitStatements(query).some(({ text }) => begin.test(text))
}

const hasNoResults = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'results' in answer && answer.results === null

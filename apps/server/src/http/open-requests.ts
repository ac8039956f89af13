import { databaseQuery } from '@basalt/contract/database/query'
import { ApiError } from '@basalt/contract/errors'
import type { AnyRoute } from '@basalt/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { KeyedBudget } from '../limits/budget.ts'
import type { Resources } from '../limits/resources.ts'
import { followRequest, type Holdings, listHoldings } from './holdings.ts'
import type { Caller } from './pipeline.ts'

/**
 * Counts a request of its address until it ends.
 *
 * @throws ApiError `rate_limited` when the address has too many open.
 */
export function holdAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  { openRequestsPerAddress }: Resources,
): void {
  hold(followRequest(request.raw, reply.raw), openRequestsPerAddress, request.ip)
}

/**
 * Counts a request of its account until it ends, from any address; runs are counted too, before any
 * query for them.
 *
 * @throws ApiError `rate_limited` when the account has too many open.
 */
export function holdAccount(
  request: FastifyRequest,
  { principal }: Caller,
  { route, resources }: { route: AnyRoute; resources: Resources },
): void {
  const userId = principal?.userId ?? null
  if (userId === null) return
  const holdings = listHoldings(request)
  hold(holdings, resources.openRequestsPerAccount, userId)
  if (route !== databaseQuery.run) return
  const { openRunsPerAccount } = resources
  if (!openRunsPerAccount.take(userId)) throw tooManyRuns(openRunsPerAccount)
  holdings.onEnd(() => openRunsPerAccount.give(userId))
}

function hold(holdings: Holdings, budget: KeyedBudget, key: string): void {
  if (!budget.take(key)) throw tooManyRequests(budget)
  holdings.onEnd(() => budget.give(key))
}

export const tooManyRequests = ({ limit }: KeyedBudget): ApiError =>
  new ApiError(
    'rate_limited',
    `At most ${limit} requests can be open at once. Wait until one of yours finishes.`,
    { retryAfter: 1 },
  )

export const tooManyRuns = ({ limit }: KeyedBudget): ApiError =>
  new ApiError(
    'rate_limited',
    `At most ${limit} queries of yours can be open at once. Wait until one finishes, or cancel it.`,
    { retryAfter: 2 },
  )

import { ApiError } from '@basalt/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { KeyedBudget } from '../limits/budget.ts'
import type { Resources } from '../limits/resources.ts'
import { followRequest, type Holdings, holdingsOf } from './holdings.ts'
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
  hold(followRequest(request, reply), openRequestsPerAddress, request.ip)
}

/**
 * Counts a request of its account until it ends, wherever it comes from.
 *
 * @throws ApiError `rate_limited` when the account has too many open.
 */
export function holdAccount(
  request: FastifyRequest,
  { principal }: Caller,
  { openRequestsPerAccount }: Resources,
): void {
  const userId = principal?.userId ?? null
  if (userId !== null) hold(holdingsOf(request), openRequestsPerAccount, userId)
}

function hold(holdings: Holdings, budget: KeyedBudget, key: string): void {
  if (!budget.take(key)) {
    throw new ApiError(
      'rate_limited',
      `At most ${budget.limit} requests can be open at once. Wait until one of yours is answered.`,
      { retryAfter: 1 },
    )
  }
  holdings.onEnd(() => budget.give(key))
}

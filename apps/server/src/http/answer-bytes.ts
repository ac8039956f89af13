import { ApiError } from '@basalt/contract/errors'
import { takeWhenFree } from '@basalt/engine'
import type { FastifyRequest } from 'fastify'

import type { Resources } from '../limits/resources.ts'
import { listHoldings } from './holdings.ts'

/** Smaller answers leave at once, and go on while others wait. */
const smallBytes = 64 * 1024

/**
 * Counts a large answer among the open results until its client has taken it. The rows that it was
 * made of do not count any more.
 *
 * @throws ApiError `busy` while other results leave no room.
 */
export async function holdAnswer(
  request: FastifyRequest,
  payload: unknown,
  { openResults }: Pick<Resources, 'openResults'>,
): Promise<void> {
  const holdings = listHoldings(request)
  holdings.answered()
  const bytes = getSize(payload)
  if (bytes <= smallBytes) return
  if (!(await takeWhenFree(openResults, bytes))) throw noRoom()
  holdings.onEnd(() => openResults.give(bytes))
}

function getSize(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return payload instanceof Uint8Array ? payload.length : 0
}

const noRoom = () =>
  new ApiError(
    'busy',
    'The server is sending too many large responses. Try again in a moment, or request less.',
    { retryAfter: 2 },
  )

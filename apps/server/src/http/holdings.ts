import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyRequest } from 'fastify'

/**
 * Budget amounts that one request has taken. They are returned once, however the request ends.
 */
export type Holdings = {
  /** Called when the request ends; at once where it has ended already. */
  onEnd(release: () => void): void
  /** As `onEnd`, at the latest when the answer is written: its own size counts from then on. */
  onAnswer(release: () => void): void
  answered(): void
  /** Returns everything now: the request is answered although its connection is still open. */
  end(): void
}

const holdings = new WeakMap<IncomingMessage, Holdings>()

/** Follows a request from its headers to its last byte, or to the loss of its connection. */
export function followRequest(request: IncomingMessage, response: ServerResponse): Holdings {
  const known = holdings.get(request)
  if (known !== undefined) return known
  const releases: (() => void)[] = []
  const ofRows: (() => void)[] = []
  let hasEnded = false
  const ends = endsOn(request.socket)
  const answered = () => {
    for (const release of ofRows.splice(0)) release()
  }
  const end = () => {
    hasEnded = true
    ends.delete(end)
    answered()
    for (const release of releases.splice(0)) release()
  }
  ends.add(end)
  // An answer whose end is not read is closed and never finished.
  response.once('finish', end)
  response.once('close', end)
  const held: Holdings = {
    onEnd(release) {
      if (hasEnded) release()
      else releases.push(release)
    },
    onAnswer(release) {
      if (hasEnded) release()
      else ofRows.push(release)
    },
    answered,
    end,
  }
  holdings.set(request, held)
  return held
}

/** Of a request that is being followed. */
export function listHoldings({ raw }: FastifyRequest): Holdings {
  const held = holdings.get(raw)
  if (held === undefined) throw new Error('The request is not followed')
  return held
}

const endsBySocket = new WeakMap<Socket, Set<() => void>>()

/**
 * The unfinished requests of a connection. Of pipelined requests Node informs only the first one of
 * a lost connection.
 */
function endsOn(socket: Socket): Set<() => void> {
  const known = endsBySocket.get(socket)
  if (known !== undefined) return known
  const ends = new Set<() => void>()
  endsBySocket.set(socket, ends)
  socket.once('close', () => {
    for (const end of ends) end()
  })
  return ends
}

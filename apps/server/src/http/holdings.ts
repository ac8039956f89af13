import type { FastifyReply, FastifyRequest } from 'fastify'

/** What one request has taken of budgets. It is given back once, however the request ends. */
export type Holdings = {
  /** Called when the request ends; at once where it has ended already. */
  onEnd(giveBack: () => void): void
  /** As `onEnd`, at the latest when the answer is written: its own size counts from then on. */
  onAnswer(giveBack: () => void): void
  answered(): void
  /** Gives everything back now: the request is answered although its connection is still open. */
  end(): void
}

const holdings = new WeakMap<FastifyRequest, Holdings>()

/** Follows a request from its headers to its last byte, or to the loss of its connection. */
export function followRequest(request: FastifyRequest, { raw }: FastifyReply): Holdings {
  const giveBacks: (() => void)[] = []
  const ofRows: (() => void)[] = []
  let hasEnded = false
  const answered = () => {
    for (const giveBack of ofRows.splice(0)) giveBack()
  }
  const end = () => {
    hasEnded = true
    answered()
    for (const giveBack of giveBacks.splice(0)) giveBack()
  }
  // An answer of which nobody takes the end is closed and never finished.
  raw.once('finish', end)
  raw.once('close', end)
  const held: Holdings = {
    onEnd(giveBack) {
      if (hasEnded) giveBack()
      else giveBacks.push(giveBack)
    },
    onAnswer(giveBack) {
      if (hasEnded) giveBack()
      else ofRows.push(giveBack)
    },
    answered,
    end,
  }
  holdings.set(request, held)
  return held
}

/** Of a request that is being followed. */
export function holdingsOf(request: FastifyRequest): Holdings {
  const held = holdings.get(request)
  if (held === undefined) throw new Error('The request is not followed')
  return held
}

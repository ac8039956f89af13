import type { AlertState } from '@basalt/contract/alerts/alerts'

/** The state of a rule between two evaluations. Times are milliseconds since 1970. */
export type Memory = {
  state: AlertState
  /** Since when it has this state. */
  since: number | null
  /** Since when the condition has held without interruption. */
  breachedSince: number | null
  /** Since when it fires. It stays while there are no data. */
  openSince: number | null
  /** When this time of firing was reported last. */
  notifiedAt: number | null
}

/** A measured value; null when it could not be measured. */
export type Reading = { value: number; isBreached: boolean } | null

export type Policy = {
  /** The condition must hold this long. */
  forMs: number
  /** A rule that still fires is reported again after this time; null for once. */
  repeatMs: number | null
  /** Nothing is reported. */
  isSilenced: boolean
  now: number
}

export type EventKind = 'fired' | 'repeated' | 'resolved'

type Step = {
  memory: Memory
  /** For the history. */
  event: EventKind | null
  /** Whether there is a notification of the event. */
  isReported: boolean
}

export const unknown: Memory = {
  state: 'no_data',
  since: null,
  breachedSince: null,
  openSince: null,
  notifiedAt: null,
}

/**
 * The next state of a rule. Without data nothing is decided: a rule that fires stays open, and one
 * that was about to fire starts again.
 */
export function step(memory: Memory, reading: Reading, policy: Policy): Step {
  if (reading === null) {
    return {
      memory: { ...enter(memory, 'no_data', policy.now), breachedSince: null },
      event: null,
      isReported: false,
    }
  }
  return reading.isBreached ? breached(memory, policy) : healthy(memory, policy)
}

const enter = (memory: Memory, state: AlertState, now: number): Memory =>
  memory.state === state && memory.since !== null ? memory : { ...memory, state, since: now }

function healthy(memory: Memory, policy: Policy): Step {
  const wasOpen = memory.openSince !== null
  return {
    memory: {
      ...enter(memory, 'ok', policy.now),
      breachedSince: null,
      openSince: null,
      notifiedAt: null,
    },
    event: wasOpen ? 'resolved' : null,
    // The end matters only to those who were notified of the beginning.
    isReported: wasOpen && memory.notifiedAt !== null && !policy.isSilenced,
  }
}

function breached(memory: Memory, policy: Policy): Step {
  const { now } = policy
  const breachedSince = memory.breachedSince ?? now
  if (memory.openSince === null && now - breachedSince < policy.forMs) {
    return {
      memory: { ...enter(memory, 'pending', now), breachedSince },
      event: null,
      isReported: false,
    }
  }
  const firing = { ...enter(memory, 'firing', now), breachedSince }
  if (memory.openSince === null) {
    const notifiedAt = policy.isSilenced ? null : now
    return {
      memory: { ...firing, openSince: now, notifiedAt },
      event: 'fired',
      isReported: !policy.isSilenced,
    }
  }
  if (policy.isSilenced || !isDue(memory, policy)) {
    return { memory: firing, event: null, isReported: false }
  }
  return { memory: { ...firing, notifiedAt: now }, event: 'repeated', isReported: true }
}

/** Whether a rule that still fires is reported: again, or first after a silence. */
const isDue = ({ notifiedAt }: Memory, { repeatMs, now }: Policy): boolean =>
  notifiedAt === null || (repeatMs !== null && now - notifiedAt >= repeatMs)

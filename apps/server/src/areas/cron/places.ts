/**
 * The place of a run. A `long` one keeps its place until it ends. A `short` one has to end soon:
 * otherwise it gets a long place, or is interrupted and waits for one. A `request` needs no
 * connection to the database.
 */
export type Lane = 'long' | 'short' | 'request'

/** A run that waits. */
export type Candidate = {
  runid: string
  kind: 'sql' | 'http'
  /** Whether all of it is one transaction, so that it can be interrupted and started again. */
  isAtomic: boolean
  wasInterrupted: boolean
  /** Whether the last run of its job ended well. */
  hasSucceeded: boolean
}

export type AtWork = Readonly<Record<Lane, number>>

/**
 * Runs of one project at the same time. The rest of its connections is for its own clients, and
 * the login for the jobs of one role permits few more. Other projects are not affected.
 */
const shortPlaces = 12
const requestPlaces = 100

/**
 * How many runs may be at work when one more starts in a long place. Jobs that hang cannot take
 * the places of those that ended well the last time, nor of those that cannot be interrupted.
 */
export const longPlaces = (run: Pick<Candidate, 'isAtomic' | 'hasSucceeded'>): number => {
  if (!run.isAtomic) return 12
  return run.hasSucceeded ? 9 : 6
}

/** The runs that start now, with their places. The candidates are in the order of their slots. */
export function choosePlaces(
  candidates: readonly Candidate[],
  atWork: AtWork,
): (Candidate & { lane: Lane })[] {
  const busy = { ...atWork }
  const ordered = candidates.toSorted((one, other) => precedence(one) - precedence(other))
  return ordered.flatMap((run) => {
    const lane = findLane(run, busy)
    if (lane === null) return []
    busy[lane] += 1
    return [{ ...run, lane }]
  })
}

function findLane(run: Candidate, busy: AtWork): Lane | null {
  if (run.kind === 'http') return busy.request < requestPlaces ? 'request' : null
  if (busy.long < longPlaces(run)) return 'long'
  const maybeShort = run.isAtomic && !run.wasInterrupted
  return maybeShort && busy.short < shortPlaces ? 'short' : null
}

/** An interrupted run has waited; one that ended well the last time soon makes room again. */
function precedence({ wasInterrupted, hasSucceeded }: Candidate): number {
  if (wasInterrupted) return 0
  return hasSucceeded ? 1 : 2
}

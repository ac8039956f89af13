/** Properties of a stored run, without its content. */
export type About = { name: string; user: string; at: number; bytes: number }

const storeLimits = { bytes: 50_000_000, ageMs: 7 * 86_400_000 }

type Requested = { now: number; user?: string; next?: About }

/**
 * The runs to drop: outdated ones, those of other users, and, to store `next`, the oldest ones
 * until all others fit.
 */
export function staleNames(
  known: readonly About[],
  { now, next, user = next?.user }: Requested,
  limits = storeLimits,
): string[] {
  const isDeleted = ({ at, ...one }: About) => now - at > limits.ageMs || one.user !== user
  const deleted = known.filter(isDeleted)
  if (next === undefined) return deleted.map(({ name }) => name)
  let room = limits.bytes - next.bytes
  const others = known.filter((one) => !deleted.includes(one) && one.name !== next.name)
  for (const one of others.toSorted((a, b) => b.at - a.at)) {
    room -= one.bytes
    if (room < 0) deleted.push(one)
  }
  return deleted.map(({ name }) => name)
}

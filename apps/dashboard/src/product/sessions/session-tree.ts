import type { DatabaseSession } from '@basalt/contract/database/activity'

export type TreeSession = DatabaseSession & {
  /** How many sessions stand above it in the chain of locks. */
  depth: number
  /** Sessions that wait for it, directly or not. */
  waiting: number
}

/**
 * Sessions in the order of a tree: below each stand those that wait for its locks. A session that
 * waits for several stands below the first one; a deadlock, which PostgreSQL ends by itself, has no
 * root and follows the others.
 */
export function listAsTree(sessions: readonly DatabaseSession[]): TreeSession[] {
  const known = new Set(sessions.map(({ pid }) => pid))
  const parentOf = (session: DatabaseSession) => session.blocked_by.find((pid) => known.has(pid))
  const children = new Map<number, DatabaseSession[]>()
  for (const session of sessions) {
    const parent = parentOf(session)
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), session])
  }
  const listed: TreeSession[] = []
  const seen = new Set<number>()
  const add = (session: DatabaseSession, depth: number): number => {
    if (seen.has(session.pid)) return 0
    seen.add(session.pid)
    const entry = { ...session, depth, waiting: 0 }
    listed.push(entry)
    for (const child of children.get(session.pid) ?? []) entry.waiting += add(child, depth + 1)
    return entry.waiting + 1
  }
  const roots = sessions.filter((session) => parentOf(session) === undefined)
  const isBlocking = ({ pid }: DatabaseSession) => Number(children.has(pid))
  for (const session of roots.toSorted((a, b) => isBlocking(b) - isBlocking(a))) add(session, 0)
  for (const session of sessions) add(session, 0)
  return listed
}

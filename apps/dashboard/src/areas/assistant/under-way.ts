import { whenSessionEnds } from '../../lib/session/session-end.ts'

/**
 * Work by the id of what it is for: it goes on while the panel is closed, and no two are for the
 * same. It ends with the session: what somebody has asked who has left is nobody else's.
 */
export function createUnderWay<Work extends { controller: AbortController }>() {
  const all = new Map<string, Work>()
  const watchers = new Set<() => void>()
  const notify = () => {
    for (const watcher of watchers) watcher()
  }
  whenSessionEnds(() => {
    for (const { controller } of all.values()) controller.abort()
  })
  return {
    of: (id: string): Work | undefined => all.get(id),
    set: (id: string, work: Work): void => {
      all.set(id, work)
      notify()
    },
    end: (id: string): void => {
      all.delete(id)
      notify()
    },
    stop: (id: string): void => all.get(id)?.controller.abort(),
    subscribe: (watcher: () => void): (() => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}

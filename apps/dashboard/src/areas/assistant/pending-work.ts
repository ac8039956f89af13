import { whenSessionEnds } from '../../lib/session/session-end.ts'

/**
 * Tasks by the id of their subject: they continue while the panel is closed, and each subject has
 * at most one. They end with the session.
 */
export function createPending<Work extends { controller: AbortController }>() {
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

/** SPEC.md section 9: a toast is shown for 4 s. */
export const toastMs = 4000

export type Toast = {
  id: number
  tone: 'good' | 'bad' | 'info'
  message: string
  action?:
    | {
        label: string
        run: () => void
        /** The change that the action undoes; undoing it elsewhere removes the toast. */
        undoes?: string
      }
    | undefined
}

const maxToasts = 4

let toasts: readonly Toast[] = []
let lastId = 0
const watchers = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const watcher of watchers) watcher()
}

const add = (tone: Toast['tone'], message: string, action?: Toast['action']): void => {
  lastId += 1
  // A message that is repeated replaces its first toast.
  const others = toasts.filter((toast) => toast.message !== message)
  change([...others, { id: lastId, tone, message, action }].slice(-maxToasts))
}

/** Shows a message that needs no place of its own on the screen, for four seconds. */
export const notify = {
  success: (message: string, action?: Toast['action']): void => add('good', message, action),
  error: (message: string, action?: Toast['action']): void => add('bad', message, action),
  info: (message: string, action?: Toast['action']): void => add('info', message, action),
}

/**
 * The toasts of now. The list is separate from the library that shows them, which is fetched
 * with the first toast.
 */
export const toastStore = {
  get: (): readonly Toast[] => toasts,
  /** Whether there has been a toast since the page was loaded. */
  wasUsed: (): boolean => lastId > 0,
  dismiss: (id: number): void => change(toasts.filter((toast) => toast.id !== id)),
  subscribe: (watcher: () => void): (() => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}

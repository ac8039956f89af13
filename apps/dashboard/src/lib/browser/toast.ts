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
        /** The change that it undoes: undoing it elsewhere removes the toast. */
        undoes?: string
      }
    | undefined
}

let toasts: readonly Toast[] = []
let lastId = 0
const watchers = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const watcher of watchers) watcher()
}

const add = (tone: Toast['tone'], message: string, action?: Toast['action']): void => {
  lastId += 1
  // A repeated message replaces the former one.
  const others = toasts.filter((toast) => toast.message !== message)
  change([...others, { id: lastId, tone, message, action }].slice(-4))
}

/** Shows a message that has no place on the screen, for four seconds. */
export const notify = {
  success: (message: string, action?: Toast['action']): void => add('good', message, action),
  error: (message: string, action?: Toast['action']): void => add('bad', message, action),
  info: (message: string, action?: Toast['action']): void => add('info', message, action),
}

export const toastStore = {
  get: (): readonly Toast[] => toasts,
  dismiss: (id: number): void => change(toasts.filter((toast) => toast.id !== id)),
  subscribe: (watcher: () => void): (() => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}

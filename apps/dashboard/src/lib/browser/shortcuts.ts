import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/**
 * The registry of all keys of the page: it runs them, and the help, the menus and the tooltips list
 * them. Keys are written `mod+k`, `shift+space`, `/` or as a sequence `g h`; `mod` is Command on a
 * Mac and Control elsewhere.
 */
export type Shortcut = {
  keys: string
  label: string
  /** The heading under which the help lists it. */
  group: string
  /**
   * Runs although the user is typing in a field, which is the default for combinations with `mod`.
   */
  whileTyping?: boolean
  /** Called before it runs: false leaves the key to others. */
  isFor?: (event: KeyboardEvent) => boolean
  run: (event: KeyboardEvent) => void
}

const registered = new Set<Shortcut>()
const watchers = new Set<() => void>()
let snapshot: readonly Shortcut[] = []
const sequenceMs = 1000

/** Offers a shortcut while the calling component is shown. */
export function useShortcut(shortcut: Shortcut, isActive = true): void {
  const { keys, label, group, whileTyping = keys.startsWith('mod+') } = shortcut
  const isFor = useEffectEvent((event: KeyboardEvent) => shortcut.isFor?.(event) ?? true)
  const run = useEffectEvent((event: KeyboardEvent) => shortcut.run(event))
  useEffect(() => {
    if (!isActive) return undefined
    const entry: Shortcut = {
      keys,
      label,
      group,
      whileTyping,
      isFor: (event) => isFor(event),
      run: (event) => run(event),
    }
    registered.add(entry)
    announce()
    return () => {
      registered.delete(entry)
      announce()
    }
  }, [keys, label, group, whileTyping, isActive])
}

/** The shortcuts of the current screen, in the order of registration. */
export const useShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => snapshot,
  )

function announce() {
  snapshot = [...registered]
  for (const watcher of watchers) watcher()
}

/** Starts listening; answers how to stop. */
export function listenForShortcuts(target: EventTarget = globalThis): () => void {
  let started: { key: string; at: number } | undefined
  const onKeyDown = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented || event.isComposing) return
    const key = getKey(event)
    const isSequence = started !== undefined && Date.now() - started.at < sequenceMs
    const pressed = isSequence ? `${started?.key} ${key}` : key
    started = undefined
    const isTyping = isEditable(event.target)
    const found = snapshot.findLast(
      ({ keys, whileTyping, isFor }) =>
        (keys === pressed || keys === key) &&
        (!isTyping || whileTyping === true) &&
        isFor?.(event) !== false,
    )
    if (found !== undefined) {
      event.preventDefault()
      found.run(event)
      return
    }
    const isStart = snapshot.some(({ keys }) => keys.startsWith(`${key} `))
    if (isStart && !isTyping) started = { key, at: Date.now() }
  }
  target.addEventListener('keydown', onKeyDown)
  return () => target.removeEventListener('keydown', onKeyDown)
}

/** The event as it is written in `keys`. Shift counts only where it does not make the character. */
function getKey(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase()
  const isNamed = key.length > 1 || /[a-z]/u.test(key)
  return [
    event.metaKey || event.ctrlKey ? 'mod' : '',
    event.altKey ? 'alt' : '',
    event.shiftKey && isNamed ? 'shift' : '',
    key,
  ]
    .filter((part) => part !== '')
    .join('+')
}

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))
  )
}

const isMac = (): boolean => /mac|iphone|ipad/iu.test(navigator.userAgent)

/** Keys as the user reads them: `['Ctrl', 'K']`, `['G', 'H']`. */
export function keyNames(keys: string, onMac = isMac()): string[] {
  const names: Record<string, string> = {
    mod: onMac ? '⌘' : 'Ctrl',
    alt: onMac ? '⌥' : 'Alt',
    shift: onMac ? '⇧' : 'Shift',
    enter: '↵',
    escape: 'Esc',
    space: 'Space',
    backspace: '⌫',
    arrowup: '↑',
    arrowdown: '↓',
    arrowleft: '←',
    arrowright: '→',
  }
  return keys
    .split(/[ +]/u)
    .map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key))
}

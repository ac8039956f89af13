import { whenSessionEnds } from '../../lib/session/session-end.ts'
import { flag, type Setting, setting } from '../../lib/storage/storage.ts'

/** The value of this tab: another tab's panel affects the next page only. */
const own = new Map<string, boolean>()

/**
 * Whether the panel of a project is open, from the assistant's state: known at the first render,
 * before that state and its code are loaded.
 */
export function assistantHint(ref: string): Setting<boolean> {
  const stored = setting(`assistant-open.${ref}`, flag, false)
  return {
    ...stored,
    get: () => own.get(ref) ?? stored.get(),
    set: (isOpen) => {
      own.set(ref, isOpen)
      stored.set(isOpen)
    },
  }
}

whenSessionEnds(() => own.clear())

import { whenSessionEnds } from '../../lib/session/session-end.ts'
import { flag, type Setting, setting } from '../../lib/storage/storage.ts'

/** As it is in this tab: what another one does with its own panel is for the next page only. */
const own = new Map<string, boolean>()

/**
 * Whether the panel of a project is open, as the assistant's state says: known with the first
 * picture, before that state and the code that reads it are there.
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

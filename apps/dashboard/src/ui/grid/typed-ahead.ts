import type { KeyboardEvent } from 'react'

import type { EditEnd } from './grid-types.ts'
import type { OpenEdit } from './use-grid-state.ts'

/**
 * An edit with a key that was pressed before the editor's code was here; null gives it up. What
 * ends it is kept like what is typed, unless the keys before could not be followed.
 */
export function typedAhead(event: KeyboardEvent, edit: OpenEdit): OpenEdit | null {
  const { key } = event
  if (key === 'Escape') {
    event.preventDefault()
    return null
  }
  if (edit.ended !== undefined) return edit
  const mod = event.ctrlKey || event.metaKey
  if (key === 'Enter' || key === 'Tab') {
    event.preventDefault()
    return edit.isUnclear === true ? edit : { ...edit, ended: endOf(key, event) }
  }
  const isTyped = key.length === 1 && !mod && !event.altKey
  if (isTyped) event.preventDefault()
  if (isTyped) return { ...edit, typed: (edit.typed ?? '') + key }
  if (modifiers.has(key)) return edit
  if (!pages.test(mod ? `mod+${key}` : key)) event.preventDefault()
  // The whole value is selected anyway.
  return mod && /^a$/iu.test(key) ? edit : { ...edit, isUnclear: true }
}

/** What no editor takes for itself: function keys, and letters with `mod` but a few. */
const pages = /^(F\d+|mod\+[^ayz])$/iu

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'])

function endOf(key: string, { shiftKey, ctrlKey, metaKey }: KeyboardEvent): EditEnd {
  if (key === 'Tab') return shiftKey ? 'previous' : 'next'
  return ctrlKey || metaKey ? 'stay' : 'down'
}

import type { KeyboardEvent } from 'react'

import type { EditEnd } from './grid-types.ts'
import type { OpenEdit } from './use-grid-state.ts'

/**
 * An edit with a key that was pressed before the editor's code was here; null gives it up. What
 * ends it is kept like what is typed, unless the keys before could not be followed.
 */
export function typedAhead(event: KeyboardEvent, edit: OpenEdit): OpenEdit | null {
  const { key } = event
  const mod = event.ctrlKey || event.metaKey
  const name = mod ? `mod+${key.toLowerCase()}` : key
  if (modifiers.has(key)) return edit
  if (!pages.test(name)) event.preventDefault()
  if (key === 'Escape') return null
  if (edit.ended !== undefined) return edit
  if (key === 'Enter' || key === 'Tab')
    return edit.isUnclear === true ? edit : { ...edit, ended: endOf(key, event) }
  if (name.length === 1 && !event.altKey) return { ...edit, typed: (edit.typed ?? '') + key }
  // The whole value is selected anyway.
  return name === 'mod+a' ? edit : { ...edit, isUnclear: true }
}

/** What no editor takes for itself: function keys, and letters with `mod` but a few. */
const pages = /^(F\d+|mod\+[^ayz])$/u

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'])

function endOf(key: string, { shiftKey, ctrlKey, metaKey }: KeyboardEvent): EditEnd {
  if (key === 'Tab') return shiftKey ? 'previous' : 'next'
  return ctrlKey || metaKey ? 'stay' : 'down'
}

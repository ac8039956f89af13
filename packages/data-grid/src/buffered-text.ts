import type { KeyboardEvent } from 'react'

import type { EditEnd } from './grid-types.ts'
import type { OpenEdit } from './use-grid-state.ts'

/**
 * Adds a key that was pressed before the editor's code was loaded to the edit; null cancels the
 * edit. Enter and Tab end it, unless it contains a key that only the editor understands.
 */
export function bufferKey(event: KeyboardEvent, edit: OpenEdit): OpenEdit | null {
  const { key } = event
  const mod = event.ctrlKey || event.metaKey
  const name = mod ? `mod+${key.toLowerCase()}` : key
  if (modifiers.has(key)) return edit
  if (!pages.test(name)) event.preventDefault()
  if (key === 'Escape') return null
  if (edit.ended !== undefined) return edit
  if (key === 'Enter' || key === 'Tab')
    return edit.isUnclear === true ? edit : { ...edit, ended: getEnd(key, event) }
  if (name.length === 1 && !event.altKey) return bufferText(key, edit)
  // The whole value is selected anyway.
  return name === 'mod+a' ? edit : { ...edit, isUnclear: true }
}

/** Adds text to an edit whose editor is not loaded yet; an ended edit stays unchanged. */
export const bufferText = (text: string, edit: OpenEdit): OpenEdit =>
  edit.ended === undefined ? { ...edit, typed: (edit.typed ?? '') + text } : edit

/** Keys that no editor handles: function keys, and most letters with `mod`. */
const pages = /^(F\d+|mod\+[^ayz])$/u

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'])

function getEnd(key: string, { shiftKey, ctrlKey, metaKey }: KeyboardEvent): EditEnd {
  if (key === 'Tab') return shiftKey ? 'previous' : 'next'
  return ctrlKey || metaKey ? 'stay' : 'down'
}

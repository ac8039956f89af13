import { flag, type Setting, setting } from '../storage.ts'

/**
 * Whether the panel of a project is open, as the assistant's state says: known with the first
 * picture, before that state and the code that reads it are there.
 */
export const assistantHint = (ref: string): Setting<boolean> =>
  setting(`assistant-open.${ref}`, flag, false)

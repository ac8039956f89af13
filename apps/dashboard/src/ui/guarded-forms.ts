import { createContext } from 'react'

/** Asks before `close` discards values of the form. Returns whether there is something to ask. */
export type GuardedForm = (close: () => void) => boolean

/** The forms in a dialog. */
export const GuardedForms = createContext<Set<GuardedForm> | null>(null)

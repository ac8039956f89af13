import { createContext } from 'react'

/** Of a dialog: asks each of its forms whether it would lose something. */
export const UnsavedForms = createContext<Set<() => boolean> | null>(null)

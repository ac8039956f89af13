import { createContext } from 'react'

/** Whether it is a foreign table: its rows, and their constraints, are on another server. */
export const IsForeign = createContext(false)

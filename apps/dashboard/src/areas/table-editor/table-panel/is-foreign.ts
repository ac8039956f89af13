import { createContext } from 'react'

/** Whether it is a foreign table: its rows, and all that holds for them, are on another server. */
export const IsForeign = createContext(false)

import { setting, text } from './storage.ts'
import { ofTab } from './tab-storage.ts'

/** Browser storage of imports. */
export const importStorage = {
  /** As JSON: corrections of rejected rows that were not submitted, by import. */
  corrections: (user: string, ref: string) =>
    setting<string | undefined>(`draft.rejected.${user}.${ref}`, text, undefined),
  /** As JSON: the last import of this browser tab, and the page of its report. */
  startedHere: (ref: string) => ofTab(`import.${ref}`),
} as const

import { setting, text } from './storage.ts'
import { ofTab } from './tab-storage.ts'

/** What imports keep in the browser. */
export const importStorage = {
  /** As JSON: what was typed to correct rejected rows and was not tried, by import. */
  corrections: (user: string, ref: string) =>
    setting<string | undefined>(`draft.rejected.${user}.${ref}`, text, undefined),
  /** As JSON: the import that this browser tab began last, and where its report opens. */
  begunHere: (ref: string) => ofTab(`import.${ref}`),
} as const

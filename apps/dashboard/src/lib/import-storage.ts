import { prefix, setting, text } from './storage.ts'

/** What imports keep in the browser. */
export const importStorage = {
  /** As JSON: what was typed to correct rejected rows and was not tried, by import. */
  corrections: (user: string, ref: string) =>
    setting<string | undefined>(`draft.rejected.${user}.${ref}`, text, undefined),
  /** As JSON: the import that this browser tab began last, and where its report opens. */
  begunHere: (ref: string) => {
    const key = `${prefix}import.${ref}`
    return {
      get: (): string | null => {
        try {
          return sessionStorage.getItem(key)
        } catch {
          return null
        }
      },
      set: (value: string): void => {
        try {
          sessionStorage.setItem(key, value)
        } catch {
          // Without it the report is opened by a press.
        }
      },
    }
  },
} as const

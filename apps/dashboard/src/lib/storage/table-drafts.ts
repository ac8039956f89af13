import { prefix, storedKeys } from './storage.ts'

const starts = ['rows', 'row', 'sent', 'table'].map((of) => `${prefix}draft.${of}.`)

/** Whether edits of rows or of a table are unsaved; a query saves itself when it is left. */
export const hasTableDrafts = (): boolean =>
  storedKeys().some((key) => starts.some((start) => key.startsWith(start)))

import { prefix, storedKeys } from './storage.ts'

const starts = ['rows', 'row', 'sent', 'table'].map((of) => `${prefix}draft.${of}.`)

/** Whether edits of rows or a table are nowhere but here; a query saves itself as it is left. */
export const hasTableDrafts = (): boolean =>
  storedKeys().some((key) => starts.some((start) => key.startsWith(start)))

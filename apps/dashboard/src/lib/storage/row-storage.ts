import { setting, text } from './storage.ts'

/** Browser storage of the row panel. */
export const rowStorage = {
  /** As JSON: unsaved text in the panel of a row. */
  draft: (ref: string, tableId: number, row: string) =>
    setting<string | undefined>(`draft.row.${ref}.${tableId}.${row}`, text, undefined),
  /** As JSON: a row that was sent from its panel without a response, with the id of its save. */
  sent: (ref: string, tableId: number, row: string) =>
    setting<string | undefined>(`draft.sent.${ref}.${tableId}.${row}`, text, undefined),
} as const

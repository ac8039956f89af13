import { setting, text } from './storage.ts'

/** What the panel of a row keeps in the browser. */
export const rowStorage = {
  /** As JSON: what was typed into the panel of a row and is not stored. */
  draft: (ref: string, tableId: number, row: string) =>
    setting<string | undefined>(`draft.row.${ref}.${tableId}.${row}`, text, undefined),
  /** As JSON: a row that was sent from its panel and not answered, with the id it was sent by. */
  sent: (ref: string, tableId: number, row: string) =>
    setting<string | undefined>(`draft.sent.${ref}.${tableId}.${row}`, text, undefined),
} as const

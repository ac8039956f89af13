import type { Column, TableDetail } from '@basalt/contract/database/tables'
import type { RowOperation } from '@basalt/pg-model'

import { own } from '../../../lib/forms/own.ts'
import { isByCtid, sharingValues } from '../../../product/row-changes/sharing-values.ts'
import type { Row } from '../rows/row-window.ts'

/** The new value of a column; undefined is its default. */
export type FieldValue = string | null | undefined

type DraftField = {
  value: FieldValue
  /** The original value at the first edit, for detecting conflicts. */
  previous: string | null
}

/** Fields that were changed, by column; the others are as they were. */
export type RowDraft = Readonly<Record<string, DraftField>>

export const isChanged = (draft: RowDraft): boolean => Object.keys(draft).length > 0

/** With a change of one field; a change back to the original is removed. */
export function withField(
  draft: RowDraft,
  name: string,
  { value, stored }: { value: FieldValue; stored: FieldValue },
): RowDraft {
  const { [name]: _, ...others } = draft
  const previous = own(draft, name)?.previous ?? stored ?? null
  const isBack = stored === undefined ? value === undefined : value === previous
  return isBack ? others : { ...others, [name]: { value, previous } }
}

type Shape = Pick<TableDetail, 'id' | 'columns' | 'key'>

export function insertOperation({ id }: Shape, draft: RowDraft): RowOperation {
  return { op: 'insert', table: id, values: valuesOf(draft) }
}

export function updateOperation(
  table: Shape,
  { key, draft, seen }: { key: readonly string[]; draft: RowDraft; seen: Row },
): RowOperation {
  const fields = Object.entries(draft)
  const defaults = fields.filter(([, { value }]) => value === undefined).map(([name]) => name)
  const changed = Object.fromEntries(fields.map(([name, { previous }]) => [name, previous]))
  // A row that is named by its place may be another one by now: it has to be the same whole.
  const previous = isByCtid(table) ? { ...sharingValues(table, seen), ...changed } : changed
  return {
    op: 'update',
    table: table.id,
    key: [...key],
    keyed_by: table.key,
    values: valuesOf(draft),
    defaults,
    previous,
  }
}

const valuesOf = (draft: RowDraft): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(draft).flatMap(([name, { value }]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

/** The draft of a duplicated row, without unique values. */
export const copyDraft = ({ columns, key }: Shape, row: Row): RowDraft =>
  Object.fromEntries(
    columns.flatMap((column, at) =>
      isOfOneRow(column) || key.includes(column.name)
        ? []
        : [[column.name, { value: row[at] ?? null, previous: null }]],
    ),
  )

const isOfOneRow = (column: Column): boolean =>
  column.is_generated || column.is_identity || column.is_primary_key || column.is_unique === true

/** After a conflict: the current row becomes the base, and the edits stay. */
export function againstCurrent({ columns }: Shape, draft: RowDraft, current: Row): RowDraft {
  let next: RowDraft = {}
  for (const [name, { value }] of Object.entries(draft)) {
    const stored = current[columns.findIndex((column) => column.name === name)] ?? null
    next = withField(next, name, { value, stored })
  }
  return next
}

/** The stored form; a default differs from NULL by its absence. */
export const draftText = (draft: RowDraft): string => JSON.stringify(draft)

const isText = (value: unknown) => value === null || typeof value === 'string'

const isField = (field: DraftField | undefined): field is DraftField =>
  isText(field?.previous) && (field?.value === undefined || isText(field.value))

/** Accepts only text that this browser wrote itself. */
export function readDraft(text: string | undefined, { columns }: Shape): RowDraft {
  if (text === undefined) return {}
  try {
    const kept = JSON.parse(text) as RowDraft
    const fields = columns.flatMap(({ name }) => {
      const field = own(kept, name)
      return isField(field) ? [[name, { ...field, value: field.value }] as const] : []
    })
    return Object.fromEntries(fields)
  } catch {
    return {}
  }
}

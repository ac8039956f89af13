import type { Column } from '@basalt/contract/database/tables'
import type { EditedField } from '@basalt/data-grid/editor-props'
import type { EditEnd } from '@basalt/data-grid/grid-types'
import type { Held } from '@basalt/data-grid/held-close'

/** The rest of the row, for tools that set several columns. */
export type AdjacentRow = {
  /** By name of column; undefined is a default. Columns that are not here cannot be written. */
  values: ReadonlyMap<string, string | null | undefined>
  /** Stores values of several columns as one change. */
  write: (values: Readonly<Record<string, string>>) => Held | void
}

/** Props of a tool: the field's value, and the column. */
export type ToolProps = {
  projectRef: string
  column: Column
  field: EditedField
  adjacent?: AdjacentRow | undefined
  /** The key that ended the edit before the tool was loaded, if the tool handles it. */
  ended?: EditEnd | undefined
}

/** The tool for editing a column next to its text. */
export type ToolKind = 'reference' | 'json' | 'array' | 'day' | 'uuid' | 'binary' | 'hint'

/** Undefined where the text alone is the best editor there is. */
export function getTool({ kind, references, data_type: type }: Column): ToolKind | undefined {
  if (references !== null) return 'reference'
  if (kind === 'json' || kind === 'array' || kind === 'uuid' || kind === 'binary') return kind
  if (kind === 'time') return /^(?:date|timestamp)/u.test(type) ? 'day' : 'hint'
  return kind === 'other' ? 'hint' : undefined
}

/** The only values there are. Part of a key over several columns is chosen like any other. */
export function listOptions(column: Column): readonly string[] | undefined {
  if (column.references !== null && column.references.pairs === undefined) return undefined
  if (column.kind === 'boolean') return ['true', 'false']
  return column.kind === 'enum' ? column.enum_values : undefined
}

const empties = /^(?:bit varying|hstore|ltree|tsquery|tsvector|xml)\b/u

/** Whether the column accepts an empty text, which numbers, dates and ids do not. */
export const takesEmpty = ({ kind, data_type: type }: Column): boolean =>
  kind === 'text' || kind === 'binary' || (kind === 'other' && empties.test(type))

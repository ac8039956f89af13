import type { Column } from '@basalt/contract/database/tables'

import { own } from '../../lib/forms/own.ts'

const widthOfKind: Record<Column['kind'], number> = {
  number: 120,
  boolean: 110,
  text: 220,
  json: 260,
  time: 250,
  uuid: 290,
  enum: 150,
  array: 200,
  binary: 180,
  other: 180,
}

/** Numbers with many digits, none of which is to be missing. */
const longNumbers: ReadonlySet<string> = new Set(['bigint', 'numeric', 'double precision'])

/** In pixels by column name, where the user has set them. */
export type SetWidths = Readonly<Record<string, number>>

/** In pixels, wide enough for the heading; the grid and the first rows agree on it. */
export function columnWidth({ name, data_type: type, kind }: Column, set: SetWidths): number {
  const asSet = own(set, name)
  if (asSet !== undefined) return asSet
  const heading = (name.length + shortType(type).length) * 6.6 + 60
  const least = longNumbers.has(type) ? 165 : widthOfKind[kind]
  return Math.round(Math.max(least, heading))
}

/** The names that everybody types, where `format_type` prints the standard's. */
export function shortType(type: string): string {
  return type
    .replace('timestamp with time zone', 'timestamptz')
    .replace('timestamp without time zone', 'timestamp')
    .replace('time with time zone', 'timetz')
    .replace('time without time zone', 'time')
    .replace('character varying', 'varchar')
    .replace('double precision', 'float8')
}

/** Numbers line up at their end. */
export const columnAlign = ({ kind }: Column): 'start' | 'end' =>
  kind === 'number' ? 'end' : 'start'

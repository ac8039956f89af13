import { type DataType, databaseTableChanges } from '@basalt/contract/database/table-changes'

import { query } from '../../lib/network/api.ts'
import type { PickerItem } from '../../ui/picker-props.ts'

export const typesQuery = (ref: string) => query(databaseTableChanges.types, { params: { ref } })

const groups: Readonly<Record<DataType['kind'], string>> = {
  'built-in': 'Other types',
  enum: 'Enums',
  domain: 'Domains',
  composite: 'Composite types',
  range: 'Ranges',
  extension: 'Extension types',
  other: 'Other types',
}

/** PostgreSQL's aliases of its types: https://www.postgresql.org/docs/18/datatype.html */
const otherNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['bigint', ['int8']],
  ['bit varying', ['varbit']],
  ['boolean', ['bool']],
  ['character', ['char']],
  ['character varying', ['varchar']],
  ['double precision', ['float8', 'float']],
  ['integer', ['int', 'int4']],
  ['numeric', ['decimal']],
  ['real', ['float4']],
  ['smallint', ['int2']],
  ['time with time zone', ['timetz']],
  ['timestamp with time zone', ['timestamptz']],
  ['timestamp without time zone', ['timestamp']],
])

/** Every type of the database and its array type, searchable by name and purpose. */
export function typeItems(types: readonly DataType[]): PickerItem[] {
  const single = types.map((type) => ({
    id: type.name,
    label: type.name,
    group: type.kind === 'built-in' && type.description !== null ? 'Common' : groups[type.kind],
    detail: getDetail(type),
    keywords: [
      ...(otherNames.get(type.name) ?? []),
      type.description ?? '',
      ...type.values,
      type.extension ?? '',
    ],
  }))
  const lists = types.map(({ name }) => ({
    id: `${name}[]`,
    label: `${name}[]`,
    group: 'Arrays',
    keywords: ['array', 'list'],
  }))
  return [...single, ...lists]
}

/** A better choice is mentioned first. */
function getDetail({ alternative, description, values, base }: DataType): string | undefined {
  if (alternative !== null) return `${alternative} is recommended`
  if (values.length > 0) return values.slice(0, 4).join(', ') + (values.length > 4 ? ', …' : '')
  return base ?? description ?? undefined
}

/** Typed text that is no listed type, such as `numeric(12,2)`, is accepted as written. */
export const writtenType = (text: string): PickerItem => ({
  id: text.trim(),
  label: text.trim(),
  detail: 'custom',
})

import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { ImportError, qualifiedName } from './import-plan.ts'

/**
 * The caller decides which types are offered; here a type is a list of words, which excludes
 * injected SQL.
 */
const typeName = /^[a-z]+(?: [a-z]+)*$/u

export type NewTable = {
  schema: string
  name: string
  columns: readonly { name: string; data_type: string; is_nullable: boolean }[]
  primary_key: readonly string[]
  rls_enabled: boolean
}

/** The statements that make a table for the rows of a file. */
export function newTableStatements(table: NewTable): string[] {
  const columns = table.columns.map(({ name, data_type, is_nullable }) => {
    if (!typeName.test(data_type)) throw new ImportError(`The type "${data_type}" does not exist`)
    return `${quoteIdent(name)} ${data_type}${is_nullable ? '' : ' not null'}`
  })
  const unknownColumn = table.primary_key.find((name) =>
    table.columns.every((one) => one.name !== name),
  )
  if (unknownColumn !== undefined)
    throw new ImportError(`There is no column "${unknownColumn}" for the key`)
  const key = table.primary_key.map((name) => quoteIdent(name)).join(', ')
  const lines = [...columns, ...(key === '' ? [] : [`primary key (${key})`])]
  return [
    `create table ${qualifiedName(table)} (\n  ${lines.join(',\n  ')}\n)`,
    ...(table.rls_enabled ? [`alter table ${qualifiedName(table)} enable row level security`] : []),
  ]
}

/** Answers the new table's oid. */
export async function createTable(db: Queryable, table: NewTable): Promise<number> {
  for (const statement of newTableStatements(table)) await db.text(statement)
  const rows = await db.query<{ id: number }>(`select $1::regclass::oid::int8::float8 as id`, [
    qualifiedName(table),
  ])
  return rows[0]?.id ?? 0
}

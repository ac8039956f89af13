import { databaseTables } from '@basalt/contract/database/tables'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { query } from '../../../lib/network/api.ts'
import type { DraftColumn, DraftKey } from './table-draft.ts'

/** Tables that foreign keys can reference; the server searches all of them. */
const targetsQuery = (ref: string, search: string, schema?: string) =>
  query(databaseTables.list, {
    params: { ref },
    query: {
      kinds: ['table', 'partitioned_table'],
      limit: 100,
      ...(search !== '' && { search }),
      ...(schema !== undefined && { included_schemas: [schema] }),
    },
  })

export function useTargets(ref: string, search: string) {
  return useQuery({ ...targetsQuery(ref, search.trim()), placeholderData: keepPreviousData })
}

/** The table that a key points at, by its name. */
export function useTargetTable(ref: string, { schema, table }: DraftKey['references']) {
  const { data } = useQuery({ ...targetsQuery(ref, table, schema), enabled: table !== '' })
  return data?.tables.find((one) => one.schema === schema && one.name === table)
}

/** The columns that people name after the row they point at: `account_id` for `accounts.id`. */
export function likelyColumns(
  columns: readonly DraftColumn[],
  table: string,
  key: readonly string[],
): string[] {
  const single = table.replace(/s$/u, '')
  const names = new Set(columns.map(({ name }) => name))
  return key.map((name) => {
    const likely = [`${single}_${name}`, `${table}_${name}`, single, table]
    if (key.length > 1) likely.push(name)
    return likely.find((one) => names.has(one)) ?? ''
  })
}

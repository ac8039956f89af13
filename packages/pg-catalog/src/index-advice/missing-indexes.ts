import type { Queryable } from '@basalt/engine'

import { listScanNeeds, type PlanNode, type ScanNeed } from './plan-needs.ts'
import { type Proposal, proposeIndex, type TableFacts } from './propose-index.ts'
import { readTableFacts } from './table-facts.ts'

/** An index that statements would use. */
export type MissingIndex = Proposal & {
  table: Pick<TableFacts, 'id' | 'schema' | 'name' | 'rows' | 'bytes'>
  /** The ids of the statements. */
  statements: string[]
  /** Whether the table was never analyzed, so that the choice of columns is a guess. */
  lacks_statistics: boolean
}

/** The indexes that the sequential scans of plans lack. `hiddenSchemas` are not the user's. */
export async function findMissingIndexes(
  db: Queryable,
  plans: ReadonlyMap<string, { plan: PlanNode }>,
  { hiddenSchemas }: { hiddenSchemas: readonly string[] },
): Promise<MissingIndex[]> {
  const needs = [...plans].flatMap(([id, { plan }]) =>
    listScanNeeds(plan)
      .filter(({ schema }) => !isHidden(schema, hiddenSchemas))
      .map((need) => ({ id, need })),
  )
  const facts = await readTableFacts(db, distinctTables(needs.map(({ need }) => need)))
  const found = needs.flatMap(({ id, need }): MissingIndex[] => {
    const table = facts.get(`${need.schema}.${need.table}`)
    const proposal = table && proposeIndex(need, table)
    if (!proposal) return []
    const { columns, indexes: _, ...rest } = table
    const used = columns.filter(({ name }) => proposal.columns.some((one) => one.name === name))
    const lacks = used.some(({ distinct }) => distinct === null)
    return [{ ...proposal, table: rest, statements: [id], lacks_statistics: lacks }]
  })
  return mergePrefixes(found)
}

const isHidden = (schema: string, hidden: readonly string[]): boolean =>
  hidden.includes(schema) || schema.startsWith('pg_') || schema === 'information_schema'

const distinctTables = (needs: readonly ScanNeed[]) => [
  ...new Map(needs.map(({ schema, table }) => [`${schema}.${table}`, { schema, table }])).values(),
]

const print = (index: MissingIndex): string[] =>
  index.columns.map(({ name, descending, nulls }) => JSON.stringify([name, descending, nulls]))

/** An index also serves the statements of one whose columns are its first ones. */
function mergePrefixes(all: readonly MissingIndex[]): MissingIndex[] {
  const merged: MissingIndex[] = []
  // The longest first, so that each prefix finds the index that replaces it.
  for (const one of all.toSorted((a, b) => b.columns.length - a.columns.length)) {
    const columns = print(one)
    const into = merged.find(
      (other) =>
        other.table.id === one.table.id &&
        columns.every((column, at) => print(other)[at] === column),
    )
    if (into === undefined) merged.push({ ...one, statements: [...one.statements] })
    else into.statements = [...new Set([...into.statements, ...one.statements])]
  }
  return merged
}

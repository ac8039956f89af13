import type { Queryable } from '@basalt/engine'
import type { IndexDefinition } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { DesignError } from '../../../designs/design.ts'
import { alone, piece, type Step, step, tableName } from '../../../designs/steps.ts'
import { catalogStep, commentSteps, quoted } from '../../object-steps.ts'
import { findIndexField } from './index-fault.ts'
import { createFragment } from './index-sql.ts'
import { type IndexedTable, readIndexedTable } from './indexed-table.ts'
import { chooseIndexNames, listPartitions, type Partition } from './partitions.ts'
import { statisticsSteps } from './statistics-steps.ts'

/** One of the indexes that are built concurrently, one after another. */
export type IndexPart = {
  tableId: number
  schema: string
  table: string
  name: string
  build: Step
}

export type IndexPlan = {
  /** The table of the design. */
  tableId: number
  parts: IndexPart[]
  /** Statements after the builds, in one transaction. */
  finish: Step[]
  /** The names of all its indexes, by the oid of their table. */
  names: Readonly<Record<string, string>>
}

/**
 * A build that blocks no writes. On a partitioned table, where PostgreSQL has none, an index is
 * built on each partition; then the partitioned index is created and they are attached to it.
 * Partitions in `names` keep the names of their indexes.
 *
 * @throws DesignError where a table, a column or a name is not available.
 */
export async function planIndexBuild(
  db: Queryable,
  to: IndexDefinition,
  names: Readonly<Record<string, string>> = {},
): Promise<IndexPlan> {
  const table = await readIndexedTable(db, to)
  if (!table.is_partitioned) return planSingle(to, table)
  const partitions = await listPartitions(db, table.id)
  const foreign = partitions.find(({ kind }) => kind === 'f')
  if (foreign !== undefined)
    throw new DesignError({
      concurrently: `The partition ${foreign.name} is a foreign table, so PostgreSQL builds this index in a transaction only`,
    })
  const all = await chooseIndexNames(db, { design: to, tableId: table.id, partitions, names })
  return planPartitioned(to, { table, partitions, names: all })
}

function planSingle(to: IndexDefinition, table: IndexedTable): IndexPlan {
  const part = {
    tableId: table.id,
    schema: to.schema,
    table: to.table,
    name: to.name,
    build: buildStep(to, { table: to, size_bytes: table.size_bytes, concurrently: true }),
  }
  const names = { [table.id]: to.name }
  return { tableId: table.id, parts: [part], finish: finishSteps(to), names }
}

type Tree = {
  table: IndexedTable
  partitions: readonly Partition[]
  names: Readonly<Record<string, string>>
}

function planPartitioned(to: IndexDefinition, { table, partitions, names }: Tree): IndexPlan {
  const schemas = new Map([
    [table.id, to.schema],
    ...partitions.map(({ id, schema }) => [id, schema] as const),
  ])
  const indexOf = (id: number) =>
    quoted({ schema: schemas.get(id) ?? to.schema, name: names[id] ?? to.name })
  const parents = partitions.filter(({ kind }) => kind === 'p')
  const leaves = partitions.filter(({ kind }) => kind !== 'p')
  return {
    tableId: table.id,
    names,
    parts: leaves.map(({ id, schema, name, size_bytes }) => {
      const place = { schema, table: name, name: names[id] ?? name }
      const part = { ...to, ...place }
      return {
        tableId: id,
        ...place,
        build: buildStep(part, { table: part, size_bytes, concurrently: true }),
      }
    }),
    finish: [
      parentStep(to, to, [piece(quoteIdent(to.name), 'name')]),
      ...parents.map(({ id, schema, name }) =>
        parentStep(to, { schema, table: name }, [quoteIdent(names[id] ?? name)]),
      ),
      ...partitions.map(({ id, parent_id }) =>
        catalogStep([`alter index ${indexOf(parent_id)} attach partition ${indexOf(id)}`]),
      ),
      ...finishSteps(to),
    ],
  }
}

type Place = { schema: string; table: string }

/** The index of a partitioned table alone, which is invalid until all partitions have theirs. */
const parentStep = (
  to: IndexDefinition,
  { schema, table }: Place,
  name: ReturnType<typeof createFragment>,
): Step => ({
  ...step(
    createFragment(to, {
      name,
      table: `only ${tableName({ schema, name: table })}`,
      concurrently: false,
    }),
    {
      lock: 'SHARE',
      table: `${schema}.${table}`,
      work: 'instant',
      reason: 'Joins the indexes of the partitions; no rows are read',
      safer: null,
      sizeBytes: 0,
    },
  ),
  findField: (error) => findIndexField(to, error),
})

type Build = { table: Place; size_bytes: number; concurrently: boolean }

export function buildStep(to: IndexDefinition, { table, size_bytes, concurrently }: Build): Step {
  const fragment = createFragment(to, {
    name: [piece(quoteIdent(to.name), 'name')],
    table: tableName({ schema: table.schema, name: table.table }),
    concurrently,
  })
  return {
    ...(concurrently ? alone : step)(fragment, {
      lock: concurrently ? 'SHARE UPDATE EXCLUSIVE' : 'SHARE',
      table: `${table.schema}.${table.table}`,
      work: 'index',
      reason: 'Reads every row and writes the index',
      safer: concurrently ? null : 'Build it concurrently, without blocking writes',
      sizeBytes: size_bytes * (concurrently ? 2 : 1),
    }),
    findField: (error) => findIndexField(to, error),
  }
}

/** Attributes that an index gets after it was built. */
export const finishSteps = (to: IndexDefinition): Step[] => [
  ...statisticsSteps(null, to),
  ...commentSteps(`index ${quoted(to)}`, null, to.comment),
]

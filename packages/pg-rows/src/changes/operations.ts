import type { RowOperation } from '@basalt/pg-model'

import { RowError } from '../rows/row-target.ts'
import type { TableShape } from '../rows/table-shape.ts'

/** Operations that one statement does. */
export type Batch = {
  op: RowOperation['op']
  shape: TableShape
  /** Indexes in the requested list. */
  places: number[]
  operations: RowOperation[]
  values: string[]
  defaults: string[]
  previous: string[]
}

/** Limits the parameters of one statement to a number that PostgreSQL plans and sends quickly. */
const maxInBatch = 2000

/**
 * Neighbouring operations on the same columns of a table form a batch; a second operation on the
 * same row starts another one, which preserves their order.
 *
 * @throws RowError when an operation does not fit its table.
 */
export function listBatches(
  operations: readonly RowOperation[],
  shapes: ReadonlyMap<number, TableShape>,
  most: number = maxInBatch,
): Batch[] {
  const batches: Batch[] = []
  let last: { name: string; keys: Set<string>; batch: Batch } | undefined
  for (const [position, operation] of operations.entries()) {
    const shape = shapes.get(operation.table)
    if (shape === undefined) throw new RowError('This table no longer exists')
    const part = getPart(operation, shape)
    const name = JSON.stringify([operation.op, operation.table, part])
    const key = operation.op === 'insert' ? undefined : JSON.stringify(operation.key)
    const fits =
      last !== undefined &&
      last.name === name &&
      last.batch.places.length < (isWide(part, shape) ? 1 : most) &&
      part.values.length + part.defaults.length > (operation.op === 'insert' ? 0 : -1) &&
      (key === undefined || !last.keys.has(key))
    if (last === undefined || !fits) {
      const batch: Batch = { op: operation.op, shape, places: [], operations: [], ...part }
      last = { name, keys: new Set(), batch }
      batches.push(batch)
    }
    if (key !== undefined) last.keys.add(key)
    last.batch.places.push(position)
    last.batch.operations.push(operation)
  }
  return batches
}

type Part = Pick<Batch, 'values' | 'defaults' | 'previous'>

/** A row of PostgreSQL has 1,664 columns at most, also one that two are joined to. */
const maxJoined = 1640

/** Whether the requested values and the row itself together exceed the column limit of a query. */
const isWide = ({ values, previous }: Part, { columns, key }: TableShape): boolean =>
  values.length + previous.length + key.length + columns.length > maxJoined

function getPart(operation: RowOperation, shape: TableShape): Part {
  const known = new Set(shape.columns.map(({ name }) => name))
  refuseOtherKey(operation, shape.key)
  const part: Part =
    operation.op === 'delete'
      ? { values: [], defaults: [], previous: Object.keys(operation.previous ?? {}).toSorted() }
      : {
          values: Object.keys(operation.values).toSorted(),
          defaults: [...new Set(operation.defaults)].toSorted(),
          previous: operation.op === 'update' ? Object.keys(operation.previous).toSorted() : [],
        }
  for (const name of [...part.values, ...part.defaults, ...part.previous]) {
    if (!known.has(name)) throw new RowError(`There is no column "${name}" in this table`)
  }
  const twice = part.values.find((name) => part.defaults.includes(name))
  if (twice !== undefined) throw new RowError(`"${twice}" has both a value and its default`)
  if (operation.op === 'insert') return part
  if (shape.key.length === 0)
    throw new RowError('This table has no primary key, so single rows cannot be identified')
  if (operation.key.length !== shape.key.length)
    throw new RowError('The key does not match this table')
  if (operation.op === 'update' && part.values.length + part.defaults.length === 0)
    throw new RowError('No changes to save')
  return part
}

/** The same values may identify another row when another key was chosen since. */
export function refuseOtherKey(operation: RowOperation, key: readonly string[]): void {
  if (operation.op === 'insert' || operation.keyed_by === undefined) return
  if (operation.keyed_by.join('\0') === key.join('\0')) return
  throw new RowError('The key of this table has changed. Refresh the rows first')
}

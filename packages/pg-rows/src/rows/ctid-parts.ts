import type { Queryable } from '@basalt/engine'

import type { Condition, Position } from './row-order.ts'
import { qualified, type RowTarget } from './row-target.ts'

/**
 * Blocks that the parts of a page lie in, one after another; the last part is all that is left.
 * By itself PostgreSQL would read and sort the whole table for a page in the order of `ctid`.
 */
const partBlocks = [64, 1024]

/** The last block that a table may have. */
const lastBlock = 4_294_967_294

const getBlock = (position: string | null | undefined): number | undefined => {
  const [, block] = /^\((\d{1,10}),\d{1,5}\)$/u.exec(position ?? '') ?? []
  return block === undefined ? undefined : Number(block)
}

/** Whether rows are read in physical order, and in no other. */
export const isReadByCtid = (order: readonly { name: string }[]): boolean =>
  order.length === 1 && order[0]?.name === 'ctid'

type Start = { place: Position | null; isBackward: boolean }

/**
 * Conditions for the rows after a position in the order of `ctid`, each a range of neighbouring
 * blocks. None when the position is no `ctid`: PostgreSQL reports the fault.
 */
export async function partsByPosition(
  db: Queryable,
  target: RowTarget,
  { place: position, isBackward }: Start,
): Promise<Condition[] | undefined> {
  const value = position?.values[0] ?? null
  const known = position === null ? undefined : getBlock(value)
  if (position !== null && (known === undefined || position.values.length > 1)) return undefined
  const block = known ?? (isBackward ? await countBlocks(db, target) : 0)
  const sign = `${isBackward ? '<' : '>'}${position?.isIncluded === true ? '=' : ''}`
  const begin: Condition = (bind) => (position === null ? '' : `ctid ${sign} ${bind(value)}`)
  return ranges(block, begin, isBackward)
}

function ranges(block: number, begin: Condition, isBackward: boolean): Condition[] {
  const [within, beyond] = isBackward ? ['>=', '<'] : ['<', '>=']
  const parts: Condition[] = []
  let from = begin
  let end = block
  for (const blocks of partBlocks) {
    end += isBackward ? -blocks : blocks
    if (end <= 0 || end > lastBlock) break
    parts.push(both(from, `ctid ${within} '(${end},0)'`))
    const rest = `ctid ${beyond} '(${end},0)'`
    from = () => rest
  }
  return [...parts, from]
}

const both =
  (first: Condition, second: string): Condition =>
  (bind) =>
    [first(bind), second].filter((sql) => sql !== '').join(' and ')

/** The current number of blocks of the table. */
export async function countBlocks(db: Queryable, target: RowTarget): Promise<number> {
  const [size] = await db.query<{ blocks: number }>(
    `select (pg_relation_size($1::text::regclass) / current_setting('block_size')::int)::float8 as blocks`,
    [qualified(target)],
  )
  return size?.blocks ?? 0
}

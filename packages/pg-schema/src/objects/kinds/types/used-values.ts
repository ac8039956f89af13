import { EngineError, type Queryable } from '@basalt/engine'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { DesignError } from '../../../designs/design.ts'

/** A column of a table with the type of an enum, or an array of it. */
export type EnumColumn = {
  table: string
  column: string
  is_array: boolean
  is_readable: boolean
  size: number
}

type Search = { removed: readonly string[]; limitMs?: number }

/** All columns together: the form waits for it, and the change itself fails at a used value. */
const searchMs = 5000

/**
 * Searches the columns for removed values, small tables first. Returns the columns that were not
 * searched to their end: the time ran out, or the role of the connection cannot read them.
 *
 * @throws DesignError with the columns that have removed values.
 */
export async function refuseUsedValues(
  db: Queryable,
  columns: readonly EnumColumn[],
  { removed, limitMs = searchMs }: Search,
): Promise<EnumColumn[]> {
  if (removed.length === 0) return []
  const until = Date.now() + limitMs
  const used: string[] = []
  const unsearched: EnumColumn[] = []
  for (const one of columns.toSorted((left, right) => left.size - right.size)) {
    const found = one.is_readable
      ? await findUsed(db, one, { removed, limitMs: until - Date.now() })
      : ('not searched' as const)
    if (found === 'not searched') unsearched.push(one)
    else if (found !== null)
      used.push(`column ${one.column} of table ${one.table} has “${found.value}”`)
  }
  if (used.length === 0) return unsearched
  const others = unsearched.map(({ column, table }) => `column ${column} of table ${table}`)
  const unknown =
    others.length === 0 ? '' : ` The search of these was not finished: ${others.join(', ')}.`
  throw new DesignError({
    values: `Rows still have removed values: ${used.join(', ')}. Change these rows first, or rename the value instead.${unknown}`,
  })
}

/** Values are compared as texts: PostgreSQL refuses a value that the same transaction has added. */
async function findUsed(
  db: Queryable,
  { table, column, is_array }: EnumColumn,
  { removed, limitMs }: Required<Search>,
): Promise<{ value: string } | 'not searched' | null> {
  if (limitMs <= 0) return 'not searched'
  const name = `one.${quoteIdent(column)}`
  const items = is_array ? `unnest(${name})` : `lateral (select ${name})`
  const values = `array[${removed.map(quoteLiteral).join(', ')}]`
  try {
    return await inTime(db, limitMs, async (limited) => {
      const [found] = await limited.query<{ value: string }>(
        `select found.item::text as value from ${table} one, ${items} found (item)
         where found.item::text = any (${values}) limit 1`,
      )
      return found ?? null
    })
  } catch (error) {
    if (error instanceof EngineError && error.sql?.sqlstate === '57014') return 'not searched'
    throw error
  }
}

type Database = Queryable & { transaction: <T>(work: (tx: Queryable) => Promise<T>) => Promise<T> }

const isDatabase = (db: Queryable): db is Database => 'transaction' in db

/** In a transaction of the caller a savepoint keeps the statements before it. */
async function inTime<T>(
  db: Queryable,
  limitMs: number,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  const timeout = `set local statement_timeout = ${Math.ceil(limitMs)}`
  if (isDatabase(db)) {
    return db.transaction(async (tx) => {
      await tx.text(timeout)
      return work(tx)
    })
  }
  const [before] = await db.query<{ value: string }>(
    "select current_setting('statement_timeout') as value",
  )
  await db.text('savepoint before_search')
  try {
    await db.text(timeout)
    const result = await work(db)
    await db.text(`set local statement_timeout = ${quoteLiteral(before?.value ?? '0')}`)
    await db.text('release savepoint before_search')
    return result
  } catch (error) {
    await db.text('rollback to savepoint before_search')
    throw error
  }
}

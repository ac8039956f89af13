import type { Queryable } from '@basalt/engine'

import { DesignError } from '../../../designs/design.ts'
import { locateError } from '../../../designs/locate-error.ts'
import { type Fragment, piece, toSql } from '../../../designs/steps.ts'

export type QueryColumn = { name: string; type: number; modifier: number }

/** The text of a query without the semicolon that ends it as a statement. */
export const trimQuery = (query: string): string => query.replace(/[\s;]+$/u, '').trimStart()

/**
 * The columns that a query returns. PostgreSQL plans it and reads no row.
 *
 * @throws DesignError with PostgreSQL's error at the field `query`.
 */
export async function describeQuery(db: Queryable, query: string): Promise<QueryColumn[]> {
  const fragment = ['select * from (\n', piece(trimQuery(query), 'query'), '\n) query limit 0']
  try {
    // Values make it one statement of the extended protocol.
    const { fields } = await db.text(toSql(fragment), [])
    return fields.map(({ name, typeId: type, typeModifier: modifier }) => ({
      name,
      type,
      modifier,
    }))
  } catch (error) {
    const fault = locateError(error, { fragment }, [])
    throw fault === undefined ? error : Object.assign(new DesignError(fault), { cause: error })
  }
}

/** With an option, EXPLAIN takes no ANALYZE from the text, which would run it. */
export const queryCheck = ({ query }: { query: string }): Fragment[] => [
  ['explain (costs off) ', piece(query.replace(/[\s;]+$/u, ''), 'query')],
]

/** The present columns of a view, as its name in SQL addresses it. */
export const listViewColumns = (db: Queryable, view: string): Promise<QueryColumn[]> =>
  db.query<QueryColumn>(
    `select attname::text as name, atttypid::int8::float8 as type, atttypmod as modifier
     from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped
     order by attnum`,
    [view],
  )

import { quoteIdent } from '@basalt/pg-sql'

import { DesignError } from '../../../designs/design.ts'
import { piece, type Step } from '../../../designs/steps.ts'
import { catalogStep, quoted } from '../../object-steps.ts'

/** Of the relation `c`. */
export const columnNames = /* SQL */ `(
  select coalesce(json_agg(a.attname order by a.attnum), '[]') from pg_attribute a
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
)`

/** The query of the relation `c`, with the names of its columns. */
export const viewText = /* SQL */ `btrim(pg_get_viewdef(c.oid, true), e' ;\\n')`

type Named = { schema: string; name: string; columns: readonly string[] }

/** Whether the design renames the columns; otherwise those of a new query have its own names. */
export const wantsNames = (from: Pick<Named, 'columns'>, to: Pick<Named, 'columns'>): boolean =>
  to.columns.length > 0 && to.columns.join('\0') !== from.columns.join('\0')

/** The columns that are in the relation before and after it is created again, by their names. */
export function keptColumns(
  from: Pick<Named, 'columns'>,
  to: Pick<Named, 'columns'>,
  next: readonly { name: string }[],
): (readonly [string, string])[] {
  if (wantsNames(from, to)) {
    return from.columns.flatMap((was, at) => {
      const name = to.columns[at] ?? next[at]?.name
      return name === undefined ? [] : [[was, name] as const]
    })
  }
  const names = new Set(next.map(({ name }) => name))
  return from.columns.filter((name) => names.has(name)).map((name) => [name, name] as const)
}

/**
 * Renames columns in their order. Columns that swap their names get other ones in between.
 *
 * @throws DesignError when the number of names is another than that of the columns.
 */
export function renameSteps(
  keyword: 'view' | 'materialized view',
  from: Named,
  names: readonly string[],
): Step[] {
  if (!wantsNames(from, { columns: names })) return []
  if (names.length !== from.columns.length) {
    throw new DesignError({
      columns: `Enter ${from.columns.length} names, one for each column, or change the query`,
    })
  }
  const renamed = from.columns.flatMap((name, at) => {
    const next = names[at] ?? name
    return next === name ? [] : [{ at, name, next }]
  })
  const needsBetween = renamed.some(({ next }) => from.columns.includes(next))
  const between = (at: number) => `basalt ${at}`
  const start = `alter ${keyword} ${quoted(from)} rename column`
  const first = needsBetween
    ? renamed.map(({ at, name }) =>
        catalogStep([`${start} ${quoteIdent(name)} to ${quoteIdent(between(at))}`]),
      )
    : []
  const last = renamed.map(({ at, name, next }) =>
    catalogStep([
      `${start} ${quoteIdent(needsBetween ? between(at) : name)} to `,
      piece(quoteIdent(next), 'columns'),
    ]),
  )
  return [...first, ...last]
}

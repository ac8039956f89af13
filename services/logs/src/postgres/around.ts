import type { LogPosition } from '../port/log-store.ts'
import type { LogRow } from '../rows/log-row.ts'
import { logSources, sourceNumbers } from '../rows/sources.ts'
import type { Reading } from './reading.ts'
import { readColumns, type StoredRow, toLogRow } from './stored-row.ts'

type Options = { projectId: number; count: number; includesOwn: boolean }

/** Rows of no source are further away than this. */
const reachMs = 86_400_000

/** `count` rows on each side of a position, and the row at it. */
export async function readAround(
  reading: Reading,
  { at, id }: LogPosition,
  { projectId, count, includesOwn }: Options,
): Promise<LogRow[]> {
  const own = includesOwn ? '' : 'and (not is_own or (at, id) = ($2::timestamptz, $3::bigint))'
  const side = (comparison: string, order: 'asc' | 'desc', limit: string) => {
    const parts = logSources.map(
      (source) => `(select * from logs.rows
        where project_id = $1 and source = ${sourceNumbers[source]}
          and at between $2::timestamptz - $5 * interval '1 ms' and $2::timestamptz + $5 * interval '1 ms'
          and (at, id) ${comparison} ($2::timestamptz, $3::bigint) ${own}
        order by at ${order}, id ${order} limit ${limit})`,
    )
    return `(select * from (${parts.join(' union all ')}) as part
      order by at ${order}, id ${order} limit ${limit})`
  }
  const rows = await reading.query<StoredRow>(
    `select ${readColumns} from (
       ${side('>', 'asc', '$4')} union all ${side('<=', 'desc', '$4 + 1')}
     ) as rows order by at desc, rows.id desc`,
    [projectId, at, id, count, reachMs],
  )
  return rows.map(toLogRow)
}

import type { LogPage, LogPosition, LogRange, PageOptions } from '../port/log-store.ts'
import { sourceNumbers } from '../rows/sources.ts'
import { isSelective, Parameters, rowConditions } from './conditions.ts'
import type { Reading } from './reading.ts'
import { readColumns, type StoredRow, toLogRow } from './stored-row.ts'

/** The first part of a range in which rare rows are searched; the parts grow from there. */
const firstWindowMs = 5 * 60_000

/**
 * Reads a page. When few rows match, PostgreSQL would read the whole range before it answers;
 * so the range is searched in parts, from the newest on, until the page is full or the time is up.
 */
export async function readPage(
  reading: Reading,
  range: LogRange,
  options: PageOptions & { projectId: number },
): Promise<LogPage> {
  const deadline = performance.now() + options.budgetMs
  const rows: StoredRow[] = []
  let upTo: LogPosition = options.before ?? { at: range.to, id: '0' }
  let windowMs = isSelective(range) ? firstWindowMs : Number.POSITIVE_INFINITY
  for (;;) {
    const from = new Date(Math.max(range.from.getTime(), upTo.at.getTime() - windowMs))
    const began = performance.now()
    // One more shows whether the page is the last one.
    const window = { from, upTo, limit: options.limit + 1 - rows.length }
    // The next part depends on what this one had.
    // oxlint-disable-next-line no-await-in-loop
    const found = await readWindow(reading, range, { ...options, ...window })
    rows.push(...found)
    if (rows.length > options.limit) {
      const page = rows.slice(0, options.limit).map(toLogRow)
      const last = page.at(-1)
      return { rows: page, next: last === undefined ? null : { at: last.at, id: last.id } }
    }
    if (from.getTime() <= range.from.getTime()) return { rows: rows.map(toLogRow), next: null }
    upTo = { at: from, id: '0' }
    const now = performance.now()
    if (now >= deadline) return { rows: rows.map(toLogRow), next: upTo }
    // A part takes about a third of the remaining time at most.
    const factor = (deadline - now) / 3 / Math.max(1, now - began)
    windowMs *= Math.min(8, Math.max(0.25, factor))
  }
}

type Window = PageOptions & {
  projectId: number
  from: Date
  /** Only what comes before it in the order of rows. */
  upTo: LogPosition
  limit: number
}

/** The rows of each source come from its index in order; so no more than a page of each is read. */
async function readWindow(reading: Reading, range: LogRange, window: Window) {
  const parameters = new Parameters()
  const project = parameters.add(window.projectId)
  const from = parameters.add(window.from)
  const at = parameters.add(window.upTo.at)
  const id = parameters.add(window.upTo.id)
  const limit = parameters.add(window.limit)
  const conditions = ['', ...rowConditions(range, parameters)].join(' and ')
  const parts = range.sources.map((source) => {
    const number = sourceNumbers[source]
    return `(select ${readColumns} from logs.rows
      where project_id = ${project} and source = ${number}
        and at >= ${from} and at <= ${at} and (at, id) < (${at}::timestamptz, ${id}::bigint)
        ${conditions}
      order by at desc, rows.id desc limit ${limit})`
  })
  return reading.query<StoredRow>(
    `select * from (${parts.join(' union all ')}) as part
     order by at desc, id::bigint desc limit ${limit}`,
    parameters.values,
    window.signal,
  )
}

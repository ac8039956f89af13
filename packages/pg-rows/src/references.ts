import { EngineError, type ProjectDatabase, type Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

export type ReferencedTable = {
  schema: string
  name: string
  /** As `findTable` answers it. */
  kind: string
  columns: readonly { name: string; kind: string }[]
}

export type CandidateRequest = {
  /** The referenced column, of which values are sought. */
  column: string
  /** All columns of the referenced key, in its order. */
  key: readonly string[]
  /** Values of the first columns of the key, which rows have to hold. */
  within: readonly string[]
  search: string
  /** The key of the row that it continues after. */
  after: readonly string[] | undefined
  limit: number
  signal?: AbortSignal | undefined
}

export type Candidates = {
  label_column: string | null
  candidates: { value: string; key?: string[]; label: string | null }[]
  /** The key of the last row, where there are more. */
  next: string[] | null
}

const labelCharacters = 200
const maxSearchMs = 5000
/**
 * Rows with a key over several columns may share the value of one: only the first of them are
 * listed.
 */
const maxExact = 5

/**
 * Rows that a foreign key may reference, in the order of the referenced columns, which have an
 * index. Rows whose value equals the search text come first, also when they are far away. A search
 * through the whole table ends after 5 seconds.
 */
export async function readCandidates(
  db: ProjectDatabase,
  table: ReferencedTable,
  request: CandidateRequest,
): Promise<Candidates> {
  const { key, search, after, limit } = request
  const exact = search !== '' && after === undefined ? await exactRows(db, table, request) : []
  const found = await db.transaction(async (tx) => {
    if (search !== '') await tx.query(`set local statement_timeout = ${maxSearchMs}`)
    return searchRows(tx, table, request)
  })
  const page = found.slice(0, limit).map((row) => getCandidate(request, row))
  const first = exact.map((row) => getCandidate(request, row))
  const known = new Set(first.map((row) => JSON.stringify(row.key)))
  const others = page.filter((row) => !known.has(JSON.stringify(row.key)))
  const isSeveral = key.length > 1
  return {
    label_column: labelColumn(table, key) ?? null,
    candidates: [...first, ...others].map(({ key: values, ...candidate }) =>
      isSeveral ? { ...candidate, key: values } : candidate,
    ),
    next: found.length > limit ? (page.at(-1)?.key ?? null) : null,
  }
}

function getCandidate({ key, column }: CandidateRequest, row: readonly (string | null)[]) {
  // The query excludes rows with NULL in the key.
  const values = key.map((_, at) => row[at] ?? '')
  return { value: values[key.indexOf(column)] ?? '', key: values, label: row[key.length] ?? null }
}

/** Shows the first text column of a row as its label. */
const labelColumn = (
  { columns }: ReferencedTable,
  key: CandidateRequest['key'],
): string | undefined =>
  columns.find(({ name, kind }) => kind === 'text' && !key.includes(name))?.name

function candidateQuery(table: ReferencedTable, { key, within }: CandidateRequest) {
  const label = labelColumn(table, key)
  const shown = label === undefined ? 'null' : `left(${quoteIdent(label)}, ${labelCharacters})`
  // No row of a table that inherits from it can be referred to; a partitioned one has no other.
  const only = table.kind === 'table' ? 'only ' : ''
  const from = `${only}${quoteIdent(table.schema)}.${quoteIdent(table.name)}`
  const names = key.map(quoteIdent)
  return {
    select: `select ${[...names, shown].join(', ')} from ${from}`,
    names,
    label: label === undefined ? undefined : quoteIdent(label),
    conditions: names.map((name, at) =>
      at < within.length ? `${name} = $${at + 1}` : `${name} is not null`,
    ),
    order: `order by ${names.join(', ')}`,
  }
}

async function exactRows(
  db: ProjectDatabase,
  table: ReferencedTable,
  request: CandidateRequest,
): Promise<(string | null)[][]> {
  const { within, signal } = request
  const { select, conditions, order } = candidateQuery(table, request)
  const sought = searchedValues(request)
  const equal = sought.map(({ name }, at) => `${quoteIdent(name)} = $${within.length + at + 1}`)
  const where = [...conditions, ...equal].join(' and ')
  try {
    const { rows } = await db.transaction(async (tx) => {
      // On its own it may not be the first column of any index.
      await tx.query(`set local statement_timeout = ${maxSearchMs}`)
      const limit = Math.min(maxExact, request.limit)
      const values = [...within, ...sought.map(({ value }) => value)]
      return tx.text(`${select} where ${where} ${order} limit ${limit}`, values, { signal })
    })
    return rows
  } catch (error) {
    // The search is no value of this type: it may still be part of one.
    if (isDataError(error)) return []
    throw error
  }
}

/** A row with several columns is searched as it is displayed: its values joined. */
function searchedValues({ column, key, within, search }: CandidateRequest) {
  const parts = search.split(',').map((part) => part.trim())
  const columns = key.slice(within.length, within.length + parts.length)
  return parts.length > 1 && columns.length === parts.length
    ? columns.map((name, at) => ({ name, value: parts[at] ?? '' }))
    : [{ name: column, value: search }]
}

const isDataError = (error: unknown): boolean =>
  error instanceof EngineError && error.sql?.sqlstate.startsWith('22') === true

async function searchRows(
  db: Queryable,
  table: ReferencedTable,
  request: CandidateRequest,
): Promise<(string | null)[][]> {
  const { column, search, after, limit, signal } = request
  const { select, names, label, conditions, order } = candidateQuery(table, request)
  const values = [...request.within]
  const where = [...conditions]
  if (after !== undefined) {
    const positions = after.map((_, at) => `$${values.length + at + 1}`)
    values.push(...after)
    where.push(`(${names.join(', ')}) > (${positions.join(', ')})`)
  }
  if (search !== '') {
    values.push(search)
    const position = `$${values.length}::text`
    const begins = `starts_with(format('%s', ${quoteIdent(column)}), ${position})`
    const contains = label === undefined ? [] : [`strpos(lower(${label}), lower(${position})) > 0`]
    where.push(`(${[begins, ...contains].join(' or ')})`)
  }
  const { rows } = await db.text(
    `${select} where ${where.join(' and ')} ${order} limit ${limit + 1}`,
    values,
    { signal },
  )
  return rows
}

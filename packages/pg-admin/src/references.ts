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
  /** The referenced column. */
  column: string
  search: string
  /** Continues behind this value. */
  after: string | undefined
  limit: number
  signal?: AbortSignal | undefined
}

export type Candidates = {
  label_column: string | null
  candidates: { value: string; label: string | null }[]
  has_more: boolean
}

const labelCharacters = 200
const longestSearchMs = 5000

/**
 * Rows that a foreign key may point at, in the order of the referenced column, which has an
 * index. The row whose value the search is comes first, also where it is far away. A search
 * through the whole table ends after 5 seconds.
 */
export async function readCandidates(
  db: ProjectDatabase,
  table: ReferencedTable,
  request: CandidateRequest,
): Promise<Candidates> {
  const { search, after, limit } = request
  const label = labelColumn(table, request.column)
  const exact = search !== '' && after === undefined ? await exactCandidate(db, table, request) : []
  const found = await db.transaction(async (tx) => {
    if (search !== '') await tx.query(`set local statement_timeout = ${longestSearchMs}`)
    return searchCandidates(tx, table, request)
  })
  const others = found.slice(0, limit).filter(([value]) => value !== exact[0]?.[0])
  return {
    label_column: label ?? null,
    candidates: [...exact, ...others].map(([value, text]) => ({
      value: value ?? '',
      label: text ?? null,
    })),
    has_more: found.length > limit,
  }
}

/** The first text of a row tells people which row it is. */
const labelColumn = ({ columns }: ReferencedTable, referenced: string): string | undefined =>
  columns.find(({ name, kind }) => kind === 'text' && name !== referenced)?.name

function candidateQuery(table: ReferencedTable, column: string) {
  const label = labelColumn(table, column)
  const shown = label === undefined ? 'null' : `left(${quoteIdent(label)}, ${labelCharacters})`
  // No row of a table that inherits from it can be referred to; a partitioned one has no other.
  const only = table.kind === 'table' ? 'only ' : ''
  const from = `${only}${quoteIdent(table.schema)}.${quoteIdent(table.name)}`
  return {
    select: `select ${quoteIdent(column)}, ${shown} from ${from}`,
    label: label === undefined ? undefined : quoteIdent(label),
  }
}

async function exactCandidate(
  db: Queryable,
  table: ReferencedTable,
  { column, search, signal }: CandidateRequest,
): Promise<(string | null)[][]> {
  const { select } = candidateQuery(table, column)
  try {
    const found = await db.text(`${select} where ${quoteIdent(column)} = $1 limit 1`, [search], {
      signal,
    })
    return found.rows
  } catch (error) {
    // The search is no value of this type: it may still be part of one.
    if (isDataError(error)) return []
    throw error
  }
}

const isDataError = (error: unknown): boolean =>
  error instanceof EngineError && error.sql?.sqlstate.startsWith('22') === true

async function searchCandidates(
  db: Queryable,
  table: ReferencedTable,
  { column, search, after, limit, signal }: CandidateRequest,
): Promise<(string | null)[][]> {
  const name = quoteIdent(column)
  const { select, label } = candidateQuery(table, column)
  const values: string[] = []
  const conditions = [`${name} is not null`]
  if (after !== undefined) {
    values.push(after)
    conditions.push(`${name} > $${values.length}`)
  }
  if (search !== '') {
    values.push(search)
    const place = `$${values.length}::text`
    const begins = `starts_with(format('%s', ${name}), ${place})`
    const contains = label === undefined ? [] : [`strpos(lower(${label}), lower(${place})) > 0`]
    conditions.push(`(${[begins, ...contains].join(' or ')})`)
  }
  const where = conditions.join(' and ')
  const { rows } = await db.text(
    `${select} where ${where} order by ${name} limit ${limit + 1}`,
    values,
    { signal },
  )
  return rows
}

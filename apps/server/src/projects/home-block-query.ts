import {
  type HomeBlock,
  homeBlockLimits,
  type HomeBlockRows,
} from '@basalt/contract/project/home-blocks'
import { EngineError, type ProjectDatabase } from '@basalt/engine'
import { nameTypes } from '@basalt/pg-catalog'
import { bound, type ReadScript } from '@basalt/pg-grammar'

/** One statement with its parameters, as it is sent to the database. */
export type BlockQuery = { text: string; values: (string | null)[]; kind: string }

/** Why a block cannot show a query, as a message for the user. */
export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery'
}

/** @throws InvalidQuery unless it is one statement that only reads, with all of its values. */
export function blockQuery(script: ReadScript, values: HomeBlock['values']): BlockQuery {
  const [statement, more] = script.statements
  if (statement === undefined) throw new InvalidQuery('The query is empty')
  if (more !== undefined) {
    const count = script.statements.length
    throw new InvalidQuery(`A pinned result needs one statement, and the query has ${count}`)
  }
  if (statement.psql !== undefined) throw new InvalidQuery(statement.psql.help)
  if (statement.error !== undefined) throw new InvalidQuery(statement.error.message)
  if (statement.effect !== 'read') {
    throw new InvalidQuery(
      `A pinned result must be read-only, and ${statement.kind} may change data`,
    )
  }
  const given = new Map(values.map(({ name, value }) => [name, value]))
  const missing = statement.parameters.find(({ name }) => !given.has(name))
  if (missing !== undefined) {
    const name = missing.name.startsWith('$') ? missing.name : `:${missing.name}`
    throw new InvalidQuery(`The query has no value for ${name}`)
  }
  const [query] = bound(script, [...given.keys()])
  const { text = '', order = [] } = query ?? {}
  return { text, kind: statement.kind, values: order.map((name) => given.get(name) ?? null) }
}

/** Thrown to end a query when enough rows were read. */
const enough = new Error('No more rows are kept')
const batchRows = 100

export type ReadRows = Omit<HomeBlockRows, 'read_at'>

/**
 * The first rows of a query, in a read-only transaction.
 *
 * @throws EngineError when the database refuses it, or when it takes too long.
 */
export async function readRows(db: ProjectDatabase, query: BlockQuery): Promise<ReadRows> {
  const late = AbortSignal.timeout(homeBlockLimits.seconds * 1000)
  const gathered = gatherRows()
  const session = await db.session()
  try {
    await session.query(`set statement_timeout = ${homeBlockLimits.seconds * 1000}`)
    await session.run(query.text, gathered.listener, {
      signal: late,
      batchRows,
      values: query.values,
      isReadOnly: true,
    })
  } catch (error) {
    if (error !== enough) throw late.aborted || isTimeout(error) ? tooLate(error) : error
  } finally {
    await session.release()
  }
  const { typed, rows, cut } = gathered
  return { fields: await nameTypes(db, typed()), rows, cut: cut() }
}

type Typed = Parameters<typeof nameTypes>[1]

function gatherRows() {
  let typed: Typed = []
  let bytes = 0
  let cut: HomeBlockRows['cut'] = null
  const rows: (string | null)[][] = []
  const listener = {
    onFields: (fields: Typed) => {
      typed = fields
    },
    onRows: (batch: (string | null)[][]) => {
      for (const row of batch) {
        bytes += row.reduce((sum, value) => sum + Buffer.byteLength(value ?? ''), 0)
        if (bytes > homeBlockLimits.bytes) cut = 'bytes'
        else if (rows.length === homeBlockLimits.rows) cut = 'rows'
        if (cut !== null) throw enough
        rows.push(row)
      }
    },
    onNotice: () => undefined,
  }
  return { listener, rows, typed: () => typed, cut: () => cut }
}

const isTimeout = (error: unknown) =>
  error instanceof EngineError && error.sql?.sqlstate === '57014'

const tooLate = (cause: unknown) =>
  new EngineError(
    'statement',
    `The query took longer than ${homeBlockLimits.seconds} s and was cancelled`,
    { cause },
  )

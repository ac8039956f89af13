import { levelNumbers } from '../../rows/levels.ts'
import { sourceNumbers } from '../../rows/sources.ts'
import { quoteName, quoteText } from './quoting.ts'
import { fieldValue, jsonPart, plain, type Value } from './values.ts'

/** Fields of each source by their path, with their types: `metadata.request.path`. */
export type SourceFields = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A relation, a record of one, or a part of the query with names of its own. */
export type FromItem =
  | { kind: 'source'; name: string; alias: string }
  | { kind: 'record'; name: string; alias: string; relation: string; path: readonly string[] }
  | { kind: 'query'; alias: string; columns: readonly string[] }

const times = `at >= {from:DateTime64(3, 'UTC')} and at < {to:DateTime64(3, 'UTC')}`
/** The only way to rows: everything else of a query reads these. */
const rowsOf = 'from basalt_logs where ref = {ref:String} and source > 0 and not is_own and'

const cases = (column: string, names: Readonly<Record<string, number>>) =>
  `transform(${column}, [${Object.values(names).join(', ')}], [${Object.keys(names).map(quoteText).join(', ')}], '')`

const columnsOfLogs: Readonly<Record<string, { sql: string; type: Value['type'] }>> = {
  source: { sql: cases('toInt32(source)', sourceNumbers), type: 'text' },
  id: { sql: 'toString(id)', type: 'text' },
  timestamp: { sql: 'at', type: 'time' },
  event_message: { sql: 'message', type: 'text' },
  level: { sql: cases('toInt32(level)', levelNumbers), type: 'text' },
  status: { sql: 'toInt32(status)', type: 'number' },
  method: { sql: 'toNullable(toString(method))', type: 'text' },
  path: { sql: 'path', type: 'text' },
  user: { sql: 'user_name', type: 'text' },
  database: { sql: 'database_name', type: 'text' },
  code: { sql: 'code', type: 'text' },
  request_id: { sql: 'request_id', type: 'text' },
  duration_ms: { sql: 'toFloat64(duration_ms)', type: 'number' },
  pattern: { sql: 'toString(pattern)', type: 'text' },
  attributes: { sql: 'metadata', type: 'json' },
}

const plainColumns: Readonly<Record<string, { sql: string; type: Value['type'] }>> = {
  id: { sql: 'toString(id)', type: 'text' },
  timestamp: { sql: 'at', type: 'time' },
  event_message: { sql: 'message', type: 'text' },
  identifier: { sql: 'ref', type: 'text' },
  project: { sql: 'ref', type: 'text' },
}

export class Relations {
  readonly #fields: SourceFields

  constructor(fields: SourceFields) {
    this.#fields = fields
  }

  /** A source as a subquery of the project's rows, with the names of the reference. */
  read({ name, alias }: { name: string; alias: string }): string {
    const isAll = name === 'logs'
    const columns = isAll ? columnsOfLogs : this.#plainColumns(name)
    const list = Object.entries(columns).map(
      ([column, { sql }]) => `${sql} as ${quoteName(column)}`,
    )
    // Inner names must not hide those of the table.
    const inner = list.map((item, index) => item.replace(/ as `[^`]*`$/u, ` as c${index}`))
    const outer = Object.keys(columns).map((column, index) => `c${index} as ${quoteName(column)}`)
    const number = isAll ? '' : ` and source = ${sourceNumbers[name as keyof typeof sourceNumbers]}`
    return `(select ${outer.join(', ')} from (select ${inner.join(', ')} ${rowsOf} ${times}${number})) as ${quoteName(alias)}`
  }

  columns(item: FromItem): readonly string[] {
    if (item.kind === 'query') return item.columns
    if (item.kind === 'source') {
      return Object.keys(item.name === 'logs' ? columnsOfLogs : this.#plainColumns(item.name))
    }
    return [...new Set(this.#below(item).map(({ rest }) => (rest[0] ?? '').toLowerCase()))]
  }

  /** Null when the item has no column of the name. */
  column(item: FromItem, name: string): Value | null {
    const qualified = (column: string) => `${quoteName(item.alias)}.${quoteName(column)}`
    if (item.kind === 'query') {
      return item.columns.includes(name) ? plain(qualified(name)) : null
    }
    if (item.kind === 'source') {
      const known = (item.name === 'logs' ? columnsOfLogs : this.#plainColumns(item.name))[name]
      if (known === undefined) return null
      const sql = qualified(name)
      if (name === 'attributes') return jsonPart(sql, [])
      if (name === 'metadata') return { sql, type: 'record', json: { column: sql, path: [] } }
      return plain(sql, known.type)
    }
    const found = this.#below(item).find(({ rest }) => rest[0]?.toLowerCase() === name)
    if (found === undefined) return null
    const column = `${quoteName(item.relation)}.${quoteName('metadata')}`
    const path = [...item.path, found.rest[0] ?? '']
    if (found.rest.length > 1)
      return { sql: jsonPart(column, path).sql, type: 'record', json: { column, path } }
    return fieldValue(column, path, found.type)
  }

  /** A field of a record that is a value: `(metadata).request`. */
  fieldOf(source: string, record: NonNullable<Value['json']>, name: string): Value | null {
    const relation = relationOf(record.column)
    return this.column(
      { kind: 'record', name: source, alias: '', relation, path: record.path },
      name,
    )
  }

  #plainColumns(name: string): Readonly<Record<string, { sql: string; type: Value['type'] }>> {
    const roots = new Set(
      Object.keys(this.#fields[name] ?? {}).map((path) => path.split('.')[0] ?? ''),
    )
    return Object.fromEntries(
      [...roots].map((root) => [
        root,
        root === 'metadata'
          ? { sql: 'metadata', type: 'record' as const }
          : (plainColumns[root] ?? {
              sql: `JSONExtract(metadata, ${quoteText(root)}, 'Nullable(String)')`,
              type: 'text' as const,
            }),
      ]),
    )
  }

  #below({ name, path }: { name: string; path: readonly string[] }) {
    const start = ['metadata', ...path, ''].join('.')
    return Object.entries(this.#fields[name] ?? {}).flatMap(([full, type]) =>
      full.startsWith(start) ? [{ rest: full.slice(start.length).split('.'), type }] : [],
    )
  }
}

/** The alias of a quoted column. */
export const relationOf = (column: string): string => column.slice(1, column.lastIndexOf('.') - 1)

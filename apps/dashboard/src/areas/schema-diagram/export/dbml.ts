import type { DiagramTable, SchemaDiagram } from '@basalt/contract/database/schema-diagram'

/**
 * The schema in DBML, the language of dbdiagram.io: one piece per table and foreign key. DBML has
 * one reference between the same columns of two tables, in any order and direction: a further key
 * over them is a comment.
 */
export function* writeDbml({ tables, edges }: SchemaDiagram): Generator<string> {
  const byId = new Map(tables.map((table) => [table.id, table]))
  for (const table of tables) yield `${writeTable(table)}\n`
  const known = new Set<string>()
  for (const { name, from, to, pairs } of edges) {
    const sides = [
      { id: from, columns: pairs.map(({ column }) => column) },
      { id: to, columns: pairs.map(({ referenced }) => referenced) },
    ]
    const [own, other] = sides.map(({ id, columns }) => {
      const table = byId.get(id)
      const list = columns.map(quote).join(', ')
      return `${table === undefined ? '' : nameOf(table)}.${columns.length === 1 ? list : `(${list})`}`
    })
    const [one = '', two = ''] = sides
      .map(({ id, columns }) => JSON.stringify([id, columns.toSorted()]))
      .toSorted()
    const isRepeated = one === two || known.has(one + two)
    known.add(one + two)
    yield `${isRepeated ? '// ' : ''}Ref ${quote(name)}: ${own} > ${other}\n`
  }
}

function writeTable(table: DiagramTable): string {
  const keys = table.columns.filter(({ is_key: isKey }) => isKey)
  const lines = table.columns.map((column) => writeColumn(column, keys.length === 1))
  const key =
    keys.length > 1
      ? `\n  indexes {\n    (${keys.map(({ name }) => quote(name)).join(', ')}) [pk]\n  }\n`
      : ''
  const note = table.comment === null ? '' : `\n  Note: '${escape(table.comment, "'")}'\n`
  return `Table ${nameOf(table)} {\n${lines.join('')}${key}${note}}\n`
}

const nameOf = ({ schema, name }: Pick<DiagramTable, 'schema' | 'name'>): string =>
  `${quote(schema)}.${quote(name)}`

const quote = (name: string): string => `"${escape(name, '"')}"`

/** Control characters would end a line or the text. */
const escape = (text: string, quotes: '"' | "'"): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(quotes, `\\${quotes}`)
    .replaceAll('\n', '\\n')
    .replaceAll(/\p{Cc}/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

type Column = DiagramTable['columns'][number]

function writeColumn(column: Column, isOnlyKey: boolean): string {
  const settings = [
    ...(column.is_key && isOnlyKey ? ['pk'] : []),
    ...(column.is_unique ? ['unique'] : []),
    ...(column.is_nullable ? [] : ['not null']),
  ]
  const list = settings.length === 0 ? '' : ` [${settings.join(', ')}]`
  return `  ${quote(column.name)} ${quote(column.data_type)}${list}\n`
}

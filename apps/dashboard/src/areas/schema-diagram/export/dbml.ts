import type { DiagramTable, SchemaDiagram } from '@basalt/contract/database/schema-diagram'

/** The schema in DBML, the language of dbdiagram.io. */
export function writeDbml({ tables, edges }: SchemaDiagram): string {
  const byId = new Map(tables.map((table) => [table.id, table]))
  const texts = tables.map((table) => {
    const keys = table.columns.filter(({ is_key: isKey }) => isKey)
    const lines = table.columns.map((column) => writeColumn(column, keys.length === 1))
    const key =
      keys.length > 1
        ? `\n  indexes {\n    (${keys.map(({ name }) => quote(name)).join(', ')}) [pk]\n  }\n`
        : ''
    const note = table.comment === null ? '' : `\n  Note: ${quoteText(table.comment)}\n`
    return `Table ${nameOf(table)} {\n${lines.join('')}${key}${note}}\n`
  })
  const refs = edges.map(({ name, from, to, pairs }) => {
    const side = (id: number, columns: string[]) => {
      const table = byId.get(id)
      const list = columns.map(quote).join(', ')
      return `${table === undefined ? '' : nameOf(table)}.${columns.length === 1 ? list : `(${list})`}`
    }
    const own = side(
      from,
      pairs.map(({ column }) => column),
    )
    const other = side(
      to,
      pairs.map(({ referenced }) => referenced),
    )
    return `Ref ${quote(name)}: ${own} > ${other}\n`
  })
  return [...texts, ...refs].join('\n')
}

const nameOf = ({ schema, name }: Pick<DiagramTable, 'schema' | 'name'>): string =>
  `${quote(schema)}.${quote(name)}`

const quote = (name: string): string => `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

const quoteText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

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

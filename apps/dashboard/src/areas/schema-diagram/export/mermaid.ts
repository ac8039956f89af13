import type { DiagramTable, SchemaDiagram } from '@basalt/contract/database/schema-diagram'

/** An entity relationship diagram in Mermaid's syntax. */
export function writeMermaid({ tables, edges }: SchemaDiagram): string {
  const names = new Map(tables.map((table) => [table.id, quote(table.name)]))
  const entities = tables.map(
    (table) => `  ${quote(table.name)} {\n${table.columns.map(writeColumn).join('')}  }\n`,
  )
  const relations = edges.map(
    ({ name, from, to, pairs }) =>
      `  ${names.get(to)} ||--o{ ${names.get(from)} : ${quote(
        `${name}: ${pairs.map(({ column, referenced }) => `${column} → ${referenced}`).join(', ')}`,
      )}\n`,
  )
  return `erDiagram\n${entities.join('')}${relations.join('')}`
}

/** Mermaid has no escape for a quotation mark. */
const quote = (text: string): string => `"${text.replaceAll('"', '#quot;')}"`

function writeColumn({ name, data_type: type, is_key: isKey, is_unique: isUnique }: Column) {
  // A type is one word, and a name has letters, digits and underscores only.
  const word = (text: string) => text.replaceAll(/[^\p{L}\p{N}_]+/gu, '_')
  const marks = isKey ? ' PK' : isUnique ? ' UK' : ''
  const comment = word(name) === name && word(type) === type ? '' : ` ${quote(`${name} ${type}`)}`
  return `    ${word(type)} ${word(name)}${marks}${comment}\n`
}

type Column = DiagramTable['columns'][number]

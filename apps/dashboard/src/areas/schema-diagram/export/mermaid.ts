import type { DiagramTable, SchemaDiagram } from '@basalt/contract/database/schema-diagram'

/** An entity relationship diagram in Mermaid's syntax: one piece per table and foreign key. */
export function* writeMermaid({ tables, edges }: SchemaDiagram): Generator<string> {
  yield 'erDiagram\n'
  const names = new Map(tables.map((table) => [table.id, quote(table.name)]))
  const foreign = new Map<number, Set<string>>()
  for (const { from, pairs } of edges) {
    const columns = foreign.get(from) ?? new Set()
    foreign.set(from, columns)
    for (const { column } of pairs) columns.add(column)
  }
  for (const { id, name, columns } of tables) {
    const lines = columns.map((column) => writeColumn(column, foreign.get(id)?.has(column.name)))
    yield `  ${quote(name)} {\n${lines.join('')}  }\n`
  }
  for (const { name, from, to, pairs } of edges) {
    const columns = pairs
      .map(({ column, referenced }) => `${identifier(column)} → ${identifier(referenced)}`)
      .join(', ')
    yield `  ${names.get(to)} ||--o{ ${names.get(from)} : ${quote(`${identifier(name)}: ${columns}`)}\n`
  }
}

/**
 * Mermaid has no escape but character codes. It finds comments, styles, tags and directions inside
 * of quotation marks too, so all signs that could begin one are codes.
 */
const quote = (text: string): string =>
  `"${text
    .replaceAll(/: |[^\p{L}\p{N}_ .,→()[\]-]/gu, (sign) =>
      sign === ': ' ? sign : sign === '"' ? '#quot;' : `#${sign.codePointAt(0)};`,
    )
    .replaceAll(
      /(direction)( +)(?=TB|BT|RL|LR)/giu,
      (_, word: string, { length }: string) => `${word}${'#32;'.repeat(length)}`,
    )}"`

/** As in SQL: signs that separate names in a label are in quotation marks. */
const identifier = (name: string): string =>
  /^[\p{L}\p{N}_$]+$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`

type Column = DiagramTable['columns'][number]

function writeColumn(column: Column, isForeign = false): string {
  const { name, data_type: type, is_key: isKey, is_unique: isUnique } = column
  const keys = [...(isKey ? ['PK'] : []), ...(isForeign ? ['FK'] : []), ...(isUnique ? ['UK'] : [])]
  const words = { type: toWord(type), name: toWord(name) }
  const isExact = words.type === type && words.name === name
  return [
    `    ${words.type} ${words.name}`,
    ...(keys.length === 0 ? [] : [keys.join(', ')]),
    ...(isExact ? [] : [quote(`${identifier(name)} ${type}`)]),
  ]
    .join(' ')
    .concat('\n')
}

/** A word of Mermaid: letters of the first plane, no key, no digit at its start. */
function toWord(text: string): string {
  const word = text.replaceAll(
    /(?:[^\p{L}\p{N}_()[\]]|[\u0080-\u00BF\u{10000}-\u{10FFFF}])+/gu,
    '_',
  )
  return /^[A-Z_\u00C0-\uFFFF]/iu.test(word) && !/^[pfu]k(?!\w)/iu.test(word) ? word : `_${word}`
}

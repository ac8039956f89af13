import type { SchemaDiagram } from '@basalt/contract/database/schema-diagram'
import { Parser } from '@dbml/core'
import fc from 'fast-check'
import mermaid from 'mermaid'
import { beforeAll, expect, test } from 'vitest'

import { writeDbml } from './dbml.ts'
import { writeMermaid } from './mermaid.ts'

const oddNames = [
  'order "lines"',
  "it's",
  'back\\slash',
  'two\nlines',
  'a.b',
  '1st',
  'PK',
  'fkß',
  'a b',
  'a_b',
  '%%',
  '100%',
  '#quot;',
  '#35;',
  '<b a="c">',
  'style:x#y;',
  'direction TB',
  'direction  lr x',
  'ﬂ°quot¶ß',
  ' ',
  '{}',
  'end',
  'Table',
  'Ref',
  'note',
  'a → b',
  'a, b',
  'x: y',
  '日本',
  '🐘',
  '`',
  '~a~',
  'A',
  'a',
  '-->',
  '||--o{',
  'accTitle: x',
  '__proto__',
  'constructor',
]
const identifiers = fc.oneof(
  fc.stringMatching(/^[a-z_]{1,8}$/u),
  fc.constantFrom(...oddNames),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }).filter((name) => !name.includes('\0')),
)
/** DBML trims the lines of a note. */
const comments = fc.oneof(
  fc.constantFrom('first\nsecond', 'It\'s "so" \\ here'),
  identifiers.map((name) => `About ${name.replaceAll(/\s/gu, '')}`),
)
const types = fc.oneof(
  fc.constantFrom('integer', 'text[]', 'character varying(8)', 'numeric(10,2)', '"Odd place".mood'),
  fc.constantFrom('timestamp with time zone', 'interval day to second(3)', '"a ""b"" c"[]'),
)
const columns = fc.uniqueArray(
  fc.record({
    name: identifiers,
    data_type: types,
    is_nullable: fc.boolean(),
    is_key: fc.boolean(),
    is_unique: fc.boolean(),
  }),
  { selector: ({ name }) => name, minLength: 1, maxLength: 6 },
)
const schemas = fc
  .record({
    schema: fc.oneof(fc.constant('public'), identifiers),
    tables: fc.uniqueArray(
      fc.record({ name: identifiers, comment: fc.option(comments), columns }),
      {
        selector: ({ name }) => name,
        minLength: 1,
        maxLength: 5,
      },
    ),
    keys: fc.array(
      fc.record({
        name: identifiers,
        from: fc.nat(),
        to: fc.nat(),
        size: fc.nat(),
        turn: fc.nat(),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ schema, tables: made, keys }): SchemaDiagram => {
    const tables = made.map((table, id) => ({ ...table, id, schema, rls: 'off' as const }))
    const edges = keys.flatMap(({ name, from, to, size, turn }) => {
      const [own, other] = [tables[from % tables.length], tables[to % tables.length]]
      if (own === undefined || other === undefined) return []
      const length = 1 + (size % Math.min(own.columns.length, other.columns.length))
      const pairs = Array.from({ length }, (_, at) => ({
        column: own.columns[at]?.name ?? '',
        // The columns of a key may be in another order there.
        referenced: other.columns[(at + turn) % other.columns.length]?.name ?? '',
      }))
      return [{ name, from: own.id, to: other.id, pairs }]
    })
    return { tables, edges }
  })

const write = (pieces: Iterable<string>) => [...pieces].join('')
const nameOf = ({ tables }: SchemaDiagram, id: number) => tables[id]?.name ?? ''
const sorted = <Item>(items: Item[]) =>
  items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

type Side = [table: string, columns: string[]]

/** The content of a DBML file; of keys over the same columns only the first. */
function expectedDbml(diagram: SchemaDiagram) {
  const seen = new Set<string>()
  return {
    tables: diagram.tables.map(({ schema, name, comment, columns: all }) => ({
      schema,
      name,
      comment,
      columns: all.map(
        ({ name: column, data_type: type, is_nullable: isNullable, is_unique: isUnique }) => ({
          column,
          type,
          isNullable,
          isUnique,
        }),
      ),
      key: all.filter(({ is_key: isKey }) => isKey).map((column) => column.name),
    })),
    keys: sorted(
      diagram.edges.flatMap(({ name, from, to, pairs }) => {
        const own: Side = [nameOf(diagram, from), pairs.map(({ column }) => column)]
        const other: Side = [nameOf(diagram, to), pairs.map(({ referenced }) => referenced)]
        const [one = '', two = ''] = [own, other]
          .map(([table, list]) => JSON.stringify([table, list.toSorted()]))
          .toSorted()
        const sides = one + two
        if (one === two || seen.has(sides)) return []
        seen.add(sides)
        return [{ name, own, other }]
      }),
    ),
  }
}

function readDbml(text: string): ReturnType<typeof expectedDbml> {
  const { schemas: read } = new Parser().parse(text, 'dbmlv2')
  return {
    tables: read.flatMap((schema) =>
      schema.tables.map((table) => ({
        schema: schema.name,
        name: table.name,
        comment: (table.note as string | null) || null,
        columns: table.fields.map(({ name, type, not_null: isRequired, unique: isUnique }) => ({
          column: name,
          type: (type as { type_name: string }).type_name,
          isNullable: !isRequired,
          isUnique,
        })),
        key: [
          ...table.fields.filter(({ pk }) => pk).map(({ name }) => name),
          ...table.indexes
            .filter(({ pk }) => pk)
            .flatMap((index) => index.columns.map(({ value }) => String(value))),
        ],
      })),
    ),
    keys: sorted(
      read.flatMap(({ refs }) =>
        refs.map(({ name, endpoints }) => {
          const side = (relation: string): Side => {
            const found = endpoints.find((endpoint) => endpoint.relation === relation)
            return [found?.tableName ?? '', found?.fieldNames ?? []]
          }
          return { name, own: side('*'), other: side('1') }
        }),
      ),
    ),
  }
}

test('a DBML export is read back equal', () => {
  fc.assert(
    fc.property(schemas, (diagram) => {
      expect(readDbml(write(writeDbml(diagram)))).toEqual(expectedDbml(diagram))
    }),
    { numRuns: 150 },
  )
})

const expectedMermaid = (diagram: SchemaDiagram) => ({
  tables: diagram.tables.map(({ id, name, columns: all }) => ({
    name,
    columns: all.map(({ name: column, data_type: type, is_key: isKey, is_unique: isUnique }) => ({
      column,
      type,
      keys: [
        ...(isKey ? ['PK'] : []),
        ...(diagram.edges.some(
          ({ from, pairs }) => from === id && pairs.some((pair) => pair.column === column),
        )
          ? ['FK']
          : []),
        ...(isUnique ? ['UK'] : []),
      ],
    })),
  })),
  keys: diagram.edges.map(({ name, from, to, pairs }) => ({
    name,
    from: nameOf(diagram, from),
    to: nameOf(diagram, to),
    pairs: pairs.map(({ column, referenced }) => [column, referenced]),
  })),
})

type Entity = {
  id: string
  attributes: { type: string; name: string; keys: string[]; comment: string }[]
}
type EntityDatabase = {
  getEntities: () => Map<string, Entity>
  getRelationships: () => { entityA: string; roleA: string; entityB: string }[]
}

// Mermaid keeps its diagrams behind the first text that it parses.
beforeAll(() => mermaid.parse('erDiagram\n  "a" {\n  }\n'))

async function readMermaid(text: string): Promise<ReturnType<typeof expectedMermaid>> {
  const { db } = await mermaid.mermaidAPI.getDiagramFromText(text)
  const { getEntities, getRelationships } = bound(db as unknown as EntityDatabase)
  const byId = new Map([...getEntities()].map(([name, { id }]) => [id, decode(name)]))
  return {
    tables: [...getEntities()].map(([name, { attributes }]) => ({
      name: decode(name),
      columns: attributes.map(({ type, name: word, keys, comment }) => {
        const [column, rest] = comment === '' ? [word, type] : splitIdentifier(decode(comment))
        return { column, type: comment === '' ? rest : rest.slice(1), keys }
      }),
    })),
    keys: getRelationships().map(({ entityA, roleA, entityB }) => {
      const [name, ...pairs] = readLabel(decode(roleA))
      return {
        name: name ?? '',
        from: byId.get(entityB) ?? '',
        to: byId.get(entityA) ?? '',
        pairs: inPairs(pairs),
      }
    }),
  }
}

const bound = (db: EntityDatabase) => ({
  getEntities: () => db.getEntities(),
  getRelationships: () => db.getRelationships(),
})

/** As Mermaid does before it draws a text: its codes become those of HTML. */
const decode = (text: string): string =>
  text.replaceAll(/ﬂ°(?:°(\d+)|quot)¶ß/gu, (_, code?: string) =>
    code === undefined ? '"' : String.fromCodePoint(Number(code)),
  )

/** The first identifier of a text, and the rest of it. */
function splitIdentifier(text: string): [string, string] {
  const [written = ''] = /^(?:"(?:[^"]|"")*"|[\p{L}\p{N}_$]+)/u.exec(text) ?? []
  const name = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written
  return [name, text.slice(written.length)]
}

/** `name: column → referenced, column → referenced` */
function readLabel(text: string): string[] {
  const found: string[] = []
  let rest = text
  for (;;) {
    const [name, after] = splitIdentifier(rest)
    found.push(name)
    if (after === '') return found
    const [separator] = /^(?:: | → |, )/u.exec(after) ?? []
    if (separator === undefined) throw new Error(`No separator at ${after}`)
    rest = after.slice(separator.length)
  }
}

const inPairs = (names: string[]): string[][] =>
  names.length === 0 ? [] : [names.slice(0, 2), ...inPairs(names.slice(2))]

test('a Mermaid export is read back equal', async () => {
  await fc.assert(
    fc.asyncProperty(schemas, async (diagram) => {
      expect(await readMermaid(write(writeMermaid(diagram)))).toEqual(expectedMermaid(diagram))
    }),
    { numRuns: 150 },
  )
})

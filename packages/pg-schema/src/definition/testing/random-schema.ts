import { quoteIdent as q, quoteLiteral } from '@basalt/pg-sql'
import fc from 'fast-check'

/** Names that have to be quoted, that are words of SQL, and that differ only in case. */
const name = fc.oneof(
  fc.constantFrom('select', 'Order', 'a"b', "it's", 'två', 'x y', 'user', '$1', '--', '日本'),
  fc.string({
    minLength: 1,
    maxLength: 12,
    unit: fc.constantFrom('a', 'B', '_', '9', ' ', '.', '"', "'"),
  }),
)

const column = fc.record({
  type: fc.constantFrom(
    'int',
    'bigint',
    'text',
    'varchar(40)',
    'numeric(12,3)',
    'timestamptz(3)',
    'jsonb',
    'uuid[]',
    'bytea',
    '%mood',
    '%mood[]',
    '%cents',
    '%place',
    'int4range',
  ),
  isNullable: fc.boolean(),
  default: fc.boolean(),
  isUnique: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
})

const tableKind = fc.constantFrom(
  'plain',
  'plain',
  'plain',
  'partitioned',
  'inherited',
  'generated',
  'excluding',
  'serial',
)

const table = fc.record({
  name,
  columnNames: fc.uniqueArray(name, { minLength: 1, maxLength: 5 }),
  columns: fc.array(column, { minLength: 5, maxLength: 5 }),
  kind: tableKind,
  identity: fc.record({
    word: fc.constantFrom('always', 'by default'),
    options: fc.constantFrom(
      '',
      '(start with 7)',
      '(increment by -2)',
      '(minvalue 5 maxvalue 900 cycle)',
      '(cache 20)',
    ),
  }),
  hasCheck: fc.boolean(),
  hasPolicy: fc.boolean(),
  comment: fc.option(
    fc.string({ maxLength: 20 }).filter((text) => text !== '' && !text.includes('\0')),
  ),
  /** Places of the tables that keys refer to; more than there are count from the start again. */
  references: fc.array(fc.nat(20), { maxLength: 2 }),
  isComposite: fc.boolean(),
  action: fc.constantFrom('', 'on delete cascade', 'on update set null deferrable'),
})

type Table = typeof table extends fc.Arbitrary<infer T> ? T : never

const view = fc.record({
  name,
  of: fc.nat(20),
  isMaterialized: fc.boolean(),
  isSecure: fc.boolean(),
})

/** Statements that make a schema with keys in circles, views upon views and odd names. */
export const randomSchema = fc
  .record({
    schema: name.filter((text) => !text.startsWith('pg_')),
    tables: fc.uniqueArray(table, { minLength: 1, maxLength: 6, selector: (one) => one.name }),
    views: fc.uniqueArray(view, { maxLength: 4, selector: (one) => one.name }),
  })
  .map(({ schema, tables, views }) => {
    // A separate name for every kind of object, so that none collides.
    const inSchema = (kind: string, own: string) => `${q(schema)}.${q(`${kind}${own}`)}`
    const full = tables.map((one) => inSchema('t ', one.name))
    const at = (position: number) => position % tables.length
    const statements = [
      `create schema ${q(schema)}`,
      `create type ${inSchema('', 'mood')} as enum ('a', ${quoteLiteral("it's")})`,
      `create domain ${inSchema('', 'cents')} as numeric(9,2) check (value >= 0)`,
      `create type ${inSchema('', 'place')} as (street text, "No." int)`,
      ...tables.map((one, position) =>
        createTable(one, inSchema, getParent(tables, position, full)),
      ),
      ...tables.flatMap((one, position) => furnishings(one, full[position] ?? '', inSchema)),
      ...tables.flatMap((one, position) =>
        one.references.map((to, number) =>
          foreignKey(one, full[position] ?? '', { to: full[at(to)] ?? '', number }),
        ),
      ),
      ...views.map((one, position) => {
        const before = [
          ...full,
          ...views.slice(0, position).map((other) => inSchema('v ', other.name)),
        ]
        const word = one.isMaterialized ? 'materialized view' : 'view'
        const secure = one.isSecure && !one.isMaterialized ? ' with (security_invoker = true)' : ''
        return `create ${word} ${inSchema('v ', one.name)}${secure} as select "the id", count(*) as "how many" from ${before[one.of % before.length]} group by "the id"`
      }),
    ]
    return { schema, statements }
  })

/** The table before it, where that can have children. */
function getParent(tables: readonly Table[], position: number, full: readonly string[]) {
  const parent = tables[position - 1]
  return parent?.kind === 'plain' ? full[position - 1] : undefined
}

type InSchema = (kind: string, own: string) => string

const defaults: Readonly<Record<string, string>> = {
  int: '1 + 2',
  text: "E'a\\\\b''c'",
  jsonb: `'{"a": [1]}'`,
  '%mood': "'a'",
  '%cents': '3.5',
  'uuid[]': 'array[gen_random_uuid()]',
  'timestamptz(3)': "now() + interval '1 day'",
}

function createTable(one: Table, inSchema: InSchema, parent: string | undefined): string {
  const { kind, columns, columnNames } = one
  const own = columnNames.map((columnName, position) => {
    const { type, isNullable, default: hasDefault, isUnique } = columns[position] ?? { type: 'int' }
    const shown = type.replace(/%(\w+)/u, (_, created: string) => inSchema('', created))
    const expression = defaults[type]
    return [
      `${q(`c ${columnName}`)} ${shown}`,
      hasDefault === true && expression !== undefined ? `default ${expression}` : '',
      isNullable === false ? 'not null' : '',
      isUnique === true && kind !== 'partitioned' && !/json|place|bytea/u.test(type)
        ? 'unique'
        : '',
    ].join(' ')
  })
  const lines = [`"the id" int ${getId(one)}`, `"part" int not null default 0`, ...own]
  if (kind === 'generated') lines.push('"twice" int generated always as ("the id" * 2) stored')
  if (kind === 'excluding') lines.push('"during" int4range, exclude using gist ("during" with &&)')
  if (one.hasCheck) lines.push('constraint "is ""positive""" check ("part" >= 0 and "the id" > 0)')
  lines.push('primary key ("the id", "part")', 'unique ("part", "the id")')
  const isChild = kind === 'inherited' && parent !== undefined
  const ending = kind === 'partitioned' ? ' partition by range ("part")' : ''
  const inherits = isChild ? ` inherits (${parent})` : ''
  // A child table inherits its parent's columns and adds one.
  const body = isChild
    ? [
        '"of the child" text default 1',
        'primary key ("the id", "part")',
        'unique ("part", "the id")',
      ]
    : lines
  return `create table ${inSchema('t ', one.name)} (${body.join(', ')})${inherits}${ending}`
}

const getId = ({ kind, identity }: Table): string => {
  if (kind === 'serial') return 'default 5'
  return kind === 'inherited'
    ? 'not null'
    : `generated ${identity.word} as identity ${identity.options}`
}

function furnishings(one: Table, full: string, inSchema: InSchema): string[] {
  const statements = [
    `create index on ${full} ("part" desc nulls last, ("the id" % 10)) where "part" > 1`,
  ]
  if (one.kind === 'partitioned') {
    const part = (number: string) => inSchema(`p${number} `, one.name)
    statements.push(
      `create table ${part('1')} partition of ${full} for values from (0) to (10)`,
      `create table ${part('2')} partition of ${full} default partition by hash ("the id")`,
      `create table ${part('3')} partition of ${part('2')} for values with (modulus 2, remainder 1)`,
    )
  }
  if (one.hasPolicy) {
    statements.push(
      `alter table ${full} enable row level security`,
      `create policy ${q(`p ${one.name}`)} on ${full} for select using ("part" > 3)`,
    )
  }
  if (one.comment !== null) {
    statements.push(`comment on table ${full} is ${quoteLiteral(one.comment)}`)
    statements.push(`comment on column ${full}."part" is ${quoteLiteral(one.comment)}`)
  }
  return statements
}

/** To the key of another table, or of the same one; circles are likely. */
function foreignKey(
  one: Table,
  full: string,
  { to, number }: { to: string; number: number },
): string {
  const constraint = q(`fk ${number} ${one.name}`)
  const target = one.isComposite ? '("the id", "part")' : '("part", "the id")'
  const columns = one.isComposite ? '("the id", "part")' : '("part", "the id")'
  const action = one.action.includes('set null') ? '' : one.action
  return `alter table ${full} add constraint ${constraint} foreign key ${columns} references ${to} ${target} ${action}`
}

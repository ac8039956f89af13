import type { ColumnDesign, ForeignKeyAction, TableDesign } from '@basalt/pg-model'
import fc from 'fast-check'

import { columnDesign } from './designs.ts'

/** Statements that create the tables which tables of `anyDesign` reference. */
export const neighbours = [
  'create schema sales',
  "create type sales.mood as enum ('calm', 'odd ''one''')",
  'create domain sales.sku as text',
  'create table public.parent (a int, b text, primary key (a, b))',
  'create table public.single (id bigint primary key)',
]

/** Any name that PostgreSQL accepts: quotes, emoji, reserved words, up to 63 bytes. */
const anyName = fc
  .oneof(
    fc.constantFrom('select', 'user', 'Order', 'a"b', "it's", '🦦', ' ', 'x;--', 'naïve', '$1'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  )
  .filter((text) => !text.includes('\0') && new TextEncoder().encode(text).length <= 63)

const text = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((value) => !value.includes('\0'))

type Kind = Pick<ColumnDesign, 'data_type'> & { values: fc.Arbitrary<ColumnDesign['default']> }

const literal = (values: fc.Arbitrary<string>) =>
  fc.option(values.map((value) => ({ kind: 'literal', value }) as const))
const computed = (...sql: string[]) =>
  fc.option(fc.constantFrom(...sql).map((one) => ({ kind: 'expression', sql: one }) as const))

const kinds: Kind[] = [
  { data_type: 'text', values: literal(text) },
  { data_type: 'integer', values: literal(fc.integer({ min: -9, max: 9 }).map(String)) },
  { data_type: 'bigint', values: literal(fc.constantFrom('0', '9007199254740993')) },
  { data_type: 'numeric(12,2)', values: literal(fc.constantFrom('0.50', '-12.25')) },
  { data_type: 'character varying(20)', values: literal(text) },
  { data_type: 'timestamp with time zone', values: computed('now()') },
  { data_type: 'uuid', values: computed('gen_random_uuid()') },
  { data_type: 'jsonb', values: literal(fc.constantFrom('{}', '[]', '{"a": 1}')) },
  { data_type: 'boolean', values: literal(fc.constantFrom('true', 'false')) },
  { data_type: 'text[]', values: literal(fc.constant('{}')) },
  { data_type: 'sales.mood', values: literal(fc.constantFrom('calm', "odd 'one'")) },
  { data_type: 'sales.sku', values: fc.constant(null) },
  { data_type: 'point', values: fc.constant(null) },
]
const withoutOrder = new Set(['point'])

const anyColumn = fc.constantFrom(...kinds).chain((kind) =>
  fc.record({
    data_type: fc.constant(kind.data_type),
    default: kind.values,
    is_nullable: fc.boolean(),
    is_unique: withoutOrder.has(kind.data_type) ? fc.constant(false) : fc.boolean(),
    comment: fc.option(text.filter((one) => one !== '')),
    asks: fc.constantFrom('nothing', 'identity', 'generated', 'check'),
    identity: fc.constantFrom('always', 'by default' as const),
  }),
)

const action = fc.constantFrom<ForeignKeyAction[]>(
  'no action',
  'cascade',
  'restrict',
  'set default',
  'set null',
)

/** Any table that can be designed, next to `neighbours`. */
export const anyDesign: fc.Arbitrary<TableDesign> = fc
  .record({
    name: anyName,
    schema: fc.constantFrom('public', 'sales'),
    names: fc.uniqueArray(anyName, { minLength: 1, maxLength: 6 }),
    columns: fc.array(anyColumn, { minLength: 6, maxLength: 6 }),
    comment: fc.option(text.filter((one) => one !== '')),
    rls_enabled: fc.boolean(),
    is_realtime: fc.boolean(),
    keySize: fc.nat({ max: 3 }),
    refers: fc.boolean(),
    on_update: action,
    on_delete: action,
  })
  .map(({ names, columns, keySize, refers, on_update, on_delete, ...rest }) => {
    const created = names.map((one, index) => {
      const { asks, identity, ...facts } = columns[index] ?? { asks: 'nothing' }
      return shaped(columnDesign(one, facts), asks, identity ?? 'always')
    })
    const key = created.filter(({ data_type }) => !withoutOrder.has(data_type)).slice(0, keySize)
    const target = created.find(({ data_type, generated }) => data_type === 'bigint' && !generated)
    const [referring] = refers && target !== undefined ? [target] : []
    return {
      ...rest,
      primary_key: key.map(({ name: one }) => one).toReversed(),
      columns: created.map((one) => (key.includes(one) ? inKey(one, key.length === 1) : one)),
      foreign_keys:
        referring === undefined
          ? []
          : [
              {
                name: 'the key',
                columns: [referring.name],
                references: { schema: 'public', table: 'single', columns: ['id'] },
                on_update,
                on_delete,
                is_valid: true,
              },
            ],
    }
  })

/** A primary key of one column is unique already. */
const inKey = (one: ColumnDesign, isAlone: boolean): ColumnDesign => ({
  ...one,
  is_nullable: false,
  is_unique: one.is_unique && !isAlone,
})

function shaped(one: ColumnDesign, asks: string, identity: 'always' | 'by default'): ColumnDesign {
  if (asks === 'identity' && one.data_type === 'integer') {
    return { ...one, identity, default: null, is_nullable: false }
  }
  if (asks === 'generated' && one.data_type === 'text') {
    return { ...one, generated: `repeat('x'::text, 3)`, default: null }
  }
  const quoted = `"${one.name.replaceAll('"', '""')}"`
  if (asks === 'check' && one.data_type === 'integer' && !/^[a-z_]+$/u.test(one.name)) {
    return { ...one, check: `${quoted} > '-100'::integer` }
  }
  return one
}

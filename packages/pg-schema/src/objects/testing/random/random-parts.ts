import { quoteIdent as q } from '@basalt/pg-sql'
import fc from 'fast-check'

import { type AnyKind, asAnyKind, type ObjectDesign, type ObjectKind } from '../../object-kind.ts'

export type RandomObject = {
  kind: AnyKind
  design: ObjectDesign
  [fc.toStringMethod]: () => string
}

export const randomSchema = 'Odd "schema".x'
export const inSchema = (name: string) => `${q(randomSchema)}.${q(name)}`
export const base = inSchema('The base')
export const reader = 'Reader "x"'

/** The objects that the random ones refer to. */
export const randomSetup = [
  `create schema ${q(randomSchema)}`,
  `create role ${q(reader)}`,
  `create table ${base} (id bigint primary key, "The note" text, amount numeric(8,2), at timestamptz, flags jsonb, "tags" text[])`,
  `create view ${inSchema('shown')} as select * from ${base}`,
  `create function ${inSchema('on row')}() returns trigger language plpgsql as 'begin return null; end'`,
]

/** Statements after which only the setup's objects remain to be created again. */
export const randomCleanup = [`drop schema ${q(randomSchema)} cascade`, `drop role ${q(reader)}`]

/** Names that have to be quoted, that are words of SQL, and that differ only in case. */
export const name = fc
  .oneof(
    fc.constantFrom(
      'select',
      'Order',
      'a"b',
      "it's",
      'två',
      'x y',
      'user',
      '$1',
      '--',
      '日本',
      '/*',
    ),
    fc.string({
      minLength: 1,
      maxLength: 12,
      unit: fc.constantFrom('a', 'B', '_', '9', ' ', '.', '"', "'", ';', '$', '\\', '\n'),
    }),
  )
  .filter((one) => !['The base', 'shown', 'on row'].includes(one))

/** Texts that statements have to quote. */
export const text = fc.oneof(
  fc.constantFrom("it's", '$function$', "E'\\n'", '; drop', '-- x', '/* y', 'a\nb', '%I', '\\'),
  fc.string({ minLength: 1, maxLength: 8 }).filter((one) => !one.includes('\0')),
)
export const comment = fc.option(text)
export const owner = fc.constantFrom('postgres', null)
export const common = { schema: fc.constant(randomSchema), owner, comment }

/** One of some lists, which may be changed. */
export const oneOf = <Item>(...lists: Item[][]): fc.Arbitrary<Item[]> =>
  fc.constantFrom<Item[][]>(...lists)

type Named<Design> = Omit<Design, 'name'> & { name: string }

/** Objects of one kind, which get their names from outside: names are unique in a schema. */
export const of = <Design extends ObjectDesign>(
  kind: ObjectKind<Design>,
  design: fc.Arbitrary<Omit<Design, 'name'>>,
): fc.Arbitrary<(name: string) => RandomObject> =>
  design.map((parts) => (own) => {
    // The parts of the kind with the name that they lack.
    const made = { ...parts, name: own } as Named<Design> & ObjectDesign
    return {
      kind: asAnyKind(kind),
      design: made,
      [fc.toStringMethod]: () => `${kind.noun} ${JSON.stringify(made)}`,
    }
  })

export function constants<Value extends object>(
  value: Value,
): { [Key in keyof Value]: fc.Arbitrary<Value[Key]> } {
  const entries = Object.entries(value).map(([key, one]) => [key, fc.constant(one)])
  // Each property is a constant of its own type.
  return Object.fromEntries(entries) as { [Key in keyof Value]: fc.Arbitrary<Value[Key]> }
}

import fc from 'fast-check'

import { sequences } from '../../kinds/sequences.ts'
import { types } from '../../kinds/types/types.ts'
import { compositeCase } from '../types-cases.ts'
import { base, common, constants, name, of, text } from './random-parts.ts'

const { name: _, ...blankType } = { ...compositeCase.design, attributes: [] }
const part = (own: string) => ({ name: own, old_name: null })

export const anyEnum = of(
  types,
  fc.record({
    ...constants(blankType),
    ...common,
    kind: fc.constant('enum' as const),
    values: fc.uniqueArray(text, { maxLength: 4 }).map((values) => values.map(part)),
  }),
)

const attribute = fc.constantFrom(
  { type: 'text', collation: 'pg_catalog."C"' },
  { type: 'text', collation: null },
  { type: 'numeric(8,2)', collation: null },
  { type: 'timestamp(3) with time zone[]', collation: null },
  { type: 'character varying(20)', collation: null },
  { type: 'bit(3)', collation: null },
  { type: '%enum', collation: null },
  { type: '%domain[]', collation: null },
)

export const anyComposite = of(
  types,
  fc.record({
    ...constants(blankType),
    ...common,
    kind: fc.constant('composite' as const),
    attributes: fc
      .tuple(fc.uniqueArray(name, { maxLength: 3 }), fc.array(attribute, { minLength: 3 }))
      .map(([names, list]) =>
        names.map((own, at) => ({
          ...part(own),
          ...(list[at] ?? { type: 'text', collation: null }),
        })),
      ),
  }),
)

const domain = fc.constantFrom(
  { base_type: 'text', default: "'it''s'", collation: 'pg_catalog."C"', check: "value <> '--'" },
  {
    base_type: 'text',
    default: null,
    collation: null,
    check: 'length(value) > 3 and value ~ $$x;$$',
  },
  { base_type: 'numeric(8,2)', default: '1.5', collation: null, check: 'value between 0 and 9' },
  { base_type: 'integer[]', default: "'{1}'", collation: null, check: 'cardinality(value) < 3' },
)

export const anyDomain = of(
  types,
  fc
    .record({
      ...constants(blankType),
      ...common,
      not_null: fc.boolean(),
      domain,
      checks: fc.uniqueArray(name, { maxLength: 2 }),
    })
    .map(({ domain: { check, ...chosen }, checks, ...rest }) => ({
      ...rest,
      ...chosen,
      kind: 'domain' as const,
      checks: checks.map((own) => ({ ...part(own), expression: check })),
    })),
)

export const anyRange = of(
  types,
  fc
    .record({
      ...constants(blankType),
      ...common,
      range: fc.constantFrom(
        {
          subtype: 'text',
          collation: 'pg_catalog."C"',
          operator_class: 'pg_catalog.text_pattern_ops',
        },
        { subtype: 'text', collation: null, operator_class: null },
        { subtype: 'integer', collation: null, operator_class: null },
      ),
    })
    .map(({ range, ...rest }) => ({ ...rest, ...range, kind: 'range' as const })),
)

export const anySequence = of(
  sequences,
  fc
    .record({
      ...common,
      data_type: fc.constantFrom('smallint', 'integer', 'bigint'),
      start: fc.constantFrom('', '5', '7'),
      increment: fc.constantFrom('', '1', '3'),
      min: fc.constantFrom('', '2', '-5'),
      max: fc.constantFrom('', '100'),
      cache: fc.constantFrom('', '4'),
      cycles: fc.boolean(),
      owned_by: fc.constantFrom(null, `${base}."The note"`),
      next: fc.constant(null),
    })
    .map((design) => (design.owned_by === null ? design : { ...design, owner: 'postgres' })),
)

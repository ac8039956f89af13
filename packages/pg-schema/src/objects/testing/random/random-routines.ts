import type { TriggerEvent } from '@basalt/pg-model'
import { quoteIdent as q, quoteLiteral } from '@basalt/pg-sql'
import fc from 'fast-check'

import { functions } from '../../kinds/functions/functions.ts'
import { triggers } from '../../kinds/triggers/triggers.ts'
import { functionsCase } from '../functions-case.ts'
import {
  base,
  comment,
  common,
  constants,
  inSchema,
  name,
  of,
  oneOf,
  randomSchema,
  text,
} from './random-parts.ts'

/** PL/pgSQL has names such as `$1` for the arguments itself. */
const argumentName = name.filter((one) => !/^\$\d/u.test(one))

const argument = fc.constantFrom(
  'integer',
  '%enum',
  '%domain[]',
  'text',
  'numeric(8,2)',
  base,
  'anyelement',
  'text[]',
)

const body = fc.oneof(
  text.map((own) => ({
    language: 'plpgsql',
    body_style: 'text' as const,
    body: `begin\n  raise notice '%', ${quoteLiteral(own)};\n  return null;\nend`,
  })),
  text.map((own) => ({
    language: 'sql',
    body_style: 'text' as const,
    body: `select 1; -- ${own.replaceAll('\n', ' ')}\nselect 2`,
  })),
  fc.constant({
    language: 'sql',
    body_style: 'sql' as const,
    body: 'begin atomic\n select 1;\n select (2)::bigint as "x;y";\nend',
  }),
  fc.constant({
    language: 'sql',
    body_style: 'sql' as const,
    body: "return ('a;b'::text = 'c')::integer",
  }),
)

export const anyFunction = of(
  functions,
  fc
    .record({
      ...constants(functionsCase.design),
      ...common,
      arguments: fc.uniqueArray(argumentName, { maxLength: 3 }),
      argument,
      hasDefault: fc.boolean(),
      volatility: fc.constantFrom('volatile', 'stable', 'immutable'),
      strict: fc.boolean(),
      security_definer: fc.boolean(),
      parallel: fc.constantFrom('unsafe', 'restricted', 'safe'),
      cost: fc.constantFrom('', '7'),
      settings: oneOf(
        [],
        [{ name: 'search_path', value: '' }],
        [{ name: 'search_path', value: `${q(randomSchema)}, "$user", pg_temp` }],
        [
          { name: 'statement_timeout', value: '5s' },
          { name: 'application_name', value: "it's, x" },
        ],
      ),
      body,
    })
    .map(({ argument: anyType, hasDefault, body: chosen, arguments: names, ...rest }) => {
      // PostgreSQL has no polymorphic arguments with a body of the SQL standard.
      const type = chosen.body_style === 'sql' ? 'bigint' : anyType
      const { name: unused, ...design } = rest
      void unused
      return {
        ...design,
        ...chosen,
        returns: 'integer',
        rows: '',
        arguments: names.map((own) => ({
          mode: 'in' as const,
          name: own,
          type,
          default: hasDefault && type !== 'anyelement' ? 'null' : null,
        })),
      }
    }),
)

export const anyTrigger = of(
  triggers,
  fc
    .record({
      comment,
      isRow: fc.boolean(),
      timing: fc.constantFrom('before', 'after'),
      events: oneOf<TriggerEvent>(['insert'], ['update'], ['insert', 'update', 'delete']),
      when: fc.constantFrom(null, 'new.id > 1 and new."The note" <> \'x;\''),
      arguments: fc.array(text, { maxLength: 2 }),
      enabled: fc.constantFrom('origin', 'always', 'replica', 'disabled'),
      hasTables: fc.boolean(),
      deferrable: fc.constantFrom('no', 'immediate', 'deferred'),
    })
    .map(({ isRow, hasTables, deferrable, ...rest }) => {
      const isConstraint = isRow && !hasTables && rest.timing === 'after'
      const isUpdate = rest.events.length === 1 && rest.events[0] === 'update'
      return {
        ...rest,
        schema: randomSchema,
        table: 'The base',
        columns: isUpdate && !hasTables ? ['The note', 'id'] : [],
        level: isRow ? ('row' as const) : ('statement' as const),
        when: isRow && rest.events.length === 1 ? rest.when : null,
        function: inSchema('on row'),
        old_table: hasTables && isUpdate && rest.timing === 'after' ? 'Old "rows"' : null,
        new_table: null,
        is_constraint: isConstraint,
        deferrable: isConstraint ? deferrable : ('no' as const),
        referenced: isConstraint && deferrable === 'deferred' ? base : null,
      }
    }),
)

import fc from 'fast-check'

import { indexes } from '../../kinds/indexes/indexes.ts'
import { materializedViews } from '../../kinds/views/materialized-views.ts'
import { views } from '../../kinds/views/views.ts'
import { indexesCase } from '../indexes-case.ts'
import { base, comment, common, constants, name, of, oneOf, randomSchema } from './random-parts.ts'

const query = fc.constantFrom(
  `select id, "The note" from ${base} where id > 0`,
  `select id, amount * 2 as "double;" from ${base}`,
  `select "The note" as "a""b", count(*) from ${base} group by 1 having count(*) > 1 order by 2`,
  `select null::%enum as mood, array[]::%domain[] from ${base}`,
  `with recursive t(n) as (select 1 union all select n + 1 from t where n < 3) select n from t`,
  `select column1, column2 as "x;" from (values (1, 'it''s'), (2, '--')) list`,
  `select x.*, row_number() over (partition by x.id order by x.at desc) from ${base} x, lateral unnest(x.tags) tag`,
)

export const anyView = of(
  views,
  fc
    .record({
      ...common,
      query,
      names: fc.uniqueArray(name, { minLength: 1, maxLength: 1 }),
      isNamed: fc.boolean(),
      security_invoker: fc.boolean(),
      security_barrier: fc.boolean(),
      check: fc.constantFrom('none', 'local', 'cascaded'),
    })
    .map(({ names, isNamed, ...rest }) => ({
      ...rest,
      columns: isNamed ? names : [],
      check: rest.query.includes('where id > 0') ? rest.check : ('none' as const),
    })),
)

export const anyMaterializedView = of(
  materializedViews,
  fc.record({
    ...common,
    query,
    columns: fc.uniqueArray(name, { maxLength: 1 }),
    with_data: fc.boolean(),
    storage: oneOf(
      [],
      [{ name: 'fillfactor', value: '70' }],
      [
        { name: 'autovacuum_enabled', value: 'false' },
        { name: 'fillfactor', value: '50' },
      ],
    ),
  }),
)

export const anyIndex = of(
  indexes,
  fc
    .record({
      ...constants(indexesCase.design),
      comment,
      key: fc.constantFrom(
        { column: 'id', expression: null },
        { column: 'The note', expression: null },
        { column: null, expression: `lower("The note")` },
        { column: null, expression: `(flags ->> 'a;b')` },
      ),
      order: fc.constantFrom('ascending', 'descending'),
      nulls: fc.constantFrom('first', 'last'),
      where: fc.constantFrom(null, `"The note" <> 'it''s'`, 'id > 0 and amount is not null'),
      include: oneOf([], ['amount']),
      is_unique: fc.boolean(),
      nulls_not_distinct: fc.boolean(),
    })
    .map(({ key, order, nulls, name: unused, ...rest }) => {
      void unused
      return {
        ...rest,
        schema: randomSchema,
        table: 'The base',
        parameters: [{ name: 'fillfactor', value: '80' }],
        nulls_not_distinct: rest.is_unique && rest.nulls_not_distinct,
        concurrently: false,
        keys: [
          {
            ...key,
            order,
            nulls,
            collation: null,
            operator_class: null,
            statistics: key.column === null ? 7 : null,
          },
        ],
      }
    }),
)

import { quoteIdent } from '@basalt/pg-sql'

import { type Alteration, stayingColumns } from './alteration.ts'
import { constraintName } from './constraint-name.ts'
import type { ColumnDesign } from './design.ts'
import { gentleKeys, validateStep } from './foreign-key-steps.ts'
import { instant } from './locks.ts'
import { alone, type Fragment, inParentheses, piece, type Rule, type Step, step } from './steps.ts'

type Pair = { old: ColumnDesign; column: ColumnDesign }

/** What of a column is checked after the transaction when that is asked for. */
export const takesGently = ({ old, column }: Pair) => ({
  notNull: old.is_nullable && !column.is_nullable && column.identity === null,
  check: column.check !== null && column.check !== old.check,
})

/**
 * Constraints come for new rows at once, and are checked against the others one by one in
 * transactions of their own, while people go on reading and writing.
 */
export function gentleSteps(alteration: Alteration): Step[] {
  const { wanted } = alteration
  const moved = { ...alteration, current: movedTable(alteration) }
  const target = `${quoteIdent(wanted.schema)}.${quoteIdent(wanted.name)}`
  const shown = `${wanted.schema}.${wanted.name}`
  const pairs = stayingColumns(alteration)
  const checks = pairs.filter((pair) => takesGently(pair).check)
  const notNulls = pairs.filter((pair) => takesGently(pair).notNull)
  const nameOf = (column: ColumnDesign, label: string) =>
    constraintName(wanted.name, [column.name], label)
  const add = (name: string, check: Fragment) =>
    step(
      [`alter table ${target} add constraint ${quoteIdent(name)} check `, ...check, ' not valid'],
      instant(shown, 'New rows only are checked'),
    )
  const validate = (name: string) => {
    const { fragment, lock } = validateStep(moved, name)
    return alone(fragment, lock)
  }
  const ruleOf = (column: ColumnDesign, label: 'check' | 'not_null'): Rule => ({
    name: `${label === 'check' ? 'The check' : 'NOT NULL'} of ${column.name}`,
    unfit: label === 'check' ? 'some row does not meet it' : 'some row has no value',
    takeBack: [`alter table ${target} drop constraint ${quoteIdent(nameOf(column, label))}`],
  })
  return [
    ...checks.map(({ column, site }) =>
      add(nameOf(column, 'check'), [
        piece(inParentheses(column.check ?? ''), `${site.field}.check`),
      ]),
    ),
    ...notNulls.map(({ column }) =>
      add(nameOf(column, 'not_null'), [`(${quoteIdent(column.name)} is not null)`]),
    ),
    ...gentleKeys(alteration).map(validate),
    ...checks.map(({ column }) => ({
      ...validate(nameOf(column, 'check')),
      rule: ruleOf(column, 'check'),
    })),
    ...notNulls.flatMap(({ column }) => {
      const rule = ruleOf(column, 'not_null')
      const set = alone(
        [
          `alter table ${target} alter column ${quoteIdent(column.name)} set not null, drop constraint ${quoteIdent(nameOf(column, 'not_null'))}`,
        ],
        instant(shown, 'The check has shown already that every row has a value'),
      )
      return [
        { ...validate(nameOf(column, 'not_null')), rule },
        { ...set, rule },
      ]
    }),
  ]
}

/** The table under the name that it has by then. */
const movedTable = ({ current, wanted }: Alteration) => ({
  ...current,
  design: { ...current.design, schema: wanted.schema, name: wanted.name },
})

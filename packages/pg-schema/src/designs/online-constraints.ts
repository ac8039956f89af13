import type { ColumnDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { type Alteration, stayingColumns } from './alteration.ts'
import { constraintName } from './constraint-name.ts'
import { type OnlineConstraint, onlineConstraints, validateStep } from './foreign-key-steps.ts'
import { instant } from './locks.ts'
import {
  alone,
  type Fragment,
  inParentheses,
  piece,
  type Rule,
  type Step,
  step,
  tableName,
} from './steps.ts'

type Pair = { old: ColumnDesign; column: ColumnDesign }

/** Constraints of a column that are validated after the transaction on request. */
export const takesOnline = ({ old, column }: Pair) => ({
  notNull: old.is_nullable && !column.is_nullable && column.identity === null,
  check: column.check !== null && column.check !== old.check,
})

/**
 * Constraints apply to new rows at once, and are validated for the others one by one in separate
 * transactions, while other sessions read and write.
 */
export function onlineSteps(alteration: Alteration): Step[] {
  const { target } = alteration
  const pairs = stayingColumns(alteration)
  const checks = pairs.filter((pair) => takesOnline(pair).check)
  const notNulls = pairs.filter((pair) => takesOnline(pair).notNull)
  const add = (name: string, check: Fragment) =>
    step(
      [
        `alter table ${tableName(target)} add constraint ${quoteIdent(name)} check `,
        ...check,
        ' not valid',
      ],
      instant(`${target.schema}.${target.name}`, 'Checks only new rows'),
    )
  return [
    ...checks.map(({ column, site }) =>
      add(getName(target, column, 'check'), [
        piece(inParentheses(column.check ?? ''), `${site.field}.check`),
      ]),
    ),
    ...notNulls.map(({ column }) =>
      add(getName(target, column, 'not_null'), [`(${quoteIdent(column.name)} is not null)`]),
    ),
    ...onlineConstraints(alteration).map((key) => keyStep(alteration, key)),
    ...checks.map((pair) => checkStep(alteration, pair)),
    ...notNulls.flatMap(({ column }) => notNullSteps(alteration, column)),
  ]
}

const getName = (table: { name: string }, column: ColumnDesign, label: 'check' | 'not_null') =>
  constraintName(table.name, [column.name], label)

const dropClause = (name: string) => `drop constraint ${quoteIdent(name)}`

function validate(alteration: Alteration, name: string, rule: Rule): Step {
  const { fragment, lock } = validation(alteration, name)
  return { ...alone(fragment, lock), rule }
}

const keyStep = (alteration: Alteration, { name, columns }: OnlineConstraint): Step =>
  validate(alteration, name, {
    name: `The foreign key of ${columns.join(', ')}`,
    unfit: 'some rows reference missing rows',
    // The panel shows which keys are yet to be checked, and checks them.
    takeBack: [],
  })

function checkStep(alteration: Alteration, { old, column }: Pair): Step {
  const { target, current } = alteration
  const name = getName(target, column, 'check')
  const before = current.constraints.check.get(old.name)
  const drop = `alter table ${tableName(target)} ${dropClause(name)}`
  const takeBack: Fragment[] =
    old.check === null || before === undefined
      ? [[drop]]
      : [
          [
            `${drop}, add constraint ${quoteIdent(before)} check ${inParentheses(old.check)} not valid`,
          ],
          validation(alteration, before).fragment,
        ]
  return validate(alteration, name, {
    name: `The check of ${column.name}`,
    unfit: 'some rows violate it',
    takeBack,
  })
}

function notNullSteps(alteration: Alteration, column: ColumnDesign): Step[] {
  const { target } = alteration
  const name = getName(target, column, 'not_null')
  const drop = dropClause(name)
  const rule: Rule = {
    name: `NOT NULL of ${column.name}`,
    unfit: 'some rows are NULL',
    takeBack: [[`alter table ${tableName(target)} ${drop}`]],
  }
  const set = alone(
    [
      `alter table ${tableName(target)} alter column ${quoteIdent(column.name)} set not null, ${drop}`,
    ],
    instant(
      `${target.schema}.${target.name}`,
      'A check has already shown that every row has a value',
    ),
  )
  return [validate(alteration, name, rule), { ...set, rule }]
}

/** In the table under the name that it has by then. */
const validation = (alteration: Alteration, name: string): Step =>
  validateStep({ ...alteration, current: movedTable(alteration) }, name)

/** The table under the name that it has by then. */
const movedTable = ({ current, target }: Alteration) => ({
  ...current,
  design: { ...current.design, schema: target.schema, name: target.name },
})

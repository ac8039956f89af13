import type { DomainCheck, TypeDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { DesignError } from '../../../designs/design.ts'
import { type Fragment, inParentheses, piece, type Step } from '../../../designs/steps.ts'
import { catalogStep, namedPieces, quoted } from '../../object-steps.ts'

const checkPieces = ({ name, expression }: DomainCheck, at: number): Fragment => [
  'constraint ',
  piece(quoteIdent(name), `checks.${at}.name`),
  ' check ',
  piece(inParentheses(expression), `checks.${at}.expression`),
]

export const createDomain = (to: TypeDesign): Step =>
  catalogStep([
    'create domain ',
    ...namedPieces(to),
    ' as ',
    piece(to.base_type, 'base_type'),
    ...(to.collation === null ? [] : [' collate ', piece(to.collation, 'collation')]),
    ...(to.default === null ? [] : [' default ', piece(to.default, 'default')]),
    ...(to.not_null ? [' not null'] : []),
    ...to.checks.flatMap((check, at): Fragment => [' ', ...checkPieces(check, at)]),
  ])

export function alterDomain(from: TypeDesign, to: TypeDesign): Step[] {
  for (const field of ['base_type', 'collation'] as const) {
    if (from[field] !== to[field]) {
      throw new DesignError({
        [field]: 'PostgreSQL cannot change it. Create another domain instead.',
      })
    }
  }
  const subject = `alter domain ${quoted(to)}`
  const steps: Step[] = []
  if (from.default !== to.default) {
    steps.push(
      catalogStep(
        to.default === null
          ? [`${subject} drop default`]
          : [`${subject} set default `, piece(to.default, 'default')],
      ),
    )
  }
  if (from.not_null !== to.not_null) {
    const text = to.not_null ? 'set not null' : 'drop not null'
    steps.push(catalogStep([`${subject} `, piece(text, 'not_null')]))
  }
  return [...steps, ...checkSteps(subject, from.checks, to.checks)]
}

/** A check with another expression is dropped and added again. */
function checkSteps(
  subject: string,
  from: readonly DomainCheck[],
  to: readonly DomainCheck[],
): Step[] {
  const old = new Map(from.map((check) => [check.name, check]))
  const getOld = ({ old_name }: DomainCheck) => (old_name === null ? undefined : old.get(old_name))
  const isKept = (check: DomainCheck) => getOld(check)?.expression === check.expression
  const kept = new Set(to.filter(isKept).map(({ old_name }) => old_name))
  const drops = from
    .filter(({ name }) => !kept.has(name))
    .map(({ name }) => catalogStep([`${subject} drop constraint ${quoteIdent(name)}`]))
  const renames = to.flatMap((check, at) => {
    const before = getOld(check)?.name
    if (before === undefined || !isKept(check) || before === check.name) return []
    return [
      catalogStep([
        `${subject} rename constraint ${quoteIdent(before)} to `,
        piece(quoteIdent(check.name), `checks.${at}.name`),
      ]),
    ]
  })
  const adds = to.flatMap((check, at) =>
    isKept(check) ? [] : [catalogStep([`${subject} add `, ...checkPieces(check, at)])],
  )
  return [...drops, ...renames, ...adds]
}

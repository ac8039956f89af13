import type { Queryable } from '@basalt/engine'
import type { FunctionDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { grantSteps } from '../../../designs/grants.ts'
import { type Fragment, joined, type Step } from '../../../designs/steps.ts'
import type { ObjectKind } from '../../object-kind.ts'
import { catalogStep, commentSteps, moveSteps, ownerSteps, quoted } from '../../object-steps.ts'
import { settingPieces } from '../../setting-pieces.ts'
import { attributePieces, createFragment, signature, subjectOf } from './function-sql.ts'
import { all, design, detail } from './read-functions.ts'

/** Without OR REPLACE: a new function never takes the place of one with the same arguments. */
const create = (to: FunctionDesign): Step[] => [
  catalogStep(createFragment(to, 'create')),
  ...ownerSteps(subjectOf(to), null, to.owner),
  ...commentSteps(subjectOf(to), null, to.comment),
]

async function alter(from: FunctionDesign, to: FunctionDesign, db: Queryable): Promise<Step[]> {
  if (!canReplace(from, to)) {
    return [
      catalogStep([
        '-- PostgreSQL cannot replace these arguments or this result:\n',
        `-- the ${from.kind} is dropped and created again, with its grants.\n`,
        `drop ${subjectOf(from)}`,
      ]),
      ...create(to),
      ...(await functionGrants(db, from, to)),
    ]
  }
  const subject = subjectOf(to)
  const isReplaced = !isSame(replaced(from), replaced(to))
  return [
    ...moveSteps(from.kind, { ...from, signature: signature(from) }, to),
    ...(isReplaced
      ? [catalogStep(createFragment(to, 'create or replace'))]
      : attributeSteps(from, to)),
    ...ownerSteps(subject, from.owner, to.owner),
    ...commentSteps(subject, from.comment, to.comment),
  ]
}

/** The grants of a function, for the one that takes its place. */
function functionGrants(db: Queryable, from: FunctionDesign, to: FunctionDesign): Promise<Step[]> {
  const inputs = from.arguments
    .filter(({ mode }) => mode !== 'out' && mode !== 'table')
    .map(({ type }) => type)
  return grantSteps(db, {
    kind: 'function',
    name: `${quoted(from)}(${inputs.join(', ')})`,
    subject: subjectOf(to),
    owner: to.owner,
  })
}

/** The attributes that only CREATE OR REPLACE can change. An empty number stands for a default, so it counts. */
const replaced = (one: FunctionDesign) => [
  one.arguments,
  one.language,
  one.body_style,
  one.body,
  one.support,
  one.transforms,
  one.cost === '',
  one.rows === '',
]

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** PostgreSQL replaces a function with the same types, names and modes, and no default removed. */
function canReplace(from: FunctionDesign, to: FunctionDesign): boolean {
  return (
    from.kind === to.kind &&
    (from.returns ?? '') === (to.returns ?? '') &&
    from.arguments.length === to.arguments.length &&
    from.arguments.every((old, at) => {
      const now = to.arguments[at]
      if (now === undefined) return false
      const keepsName = old.name === now.name || (old.name === '' && old.mode === 'in')
      const keepsDefault = (old.default ?? '') === '' || (now.default ?? '') !== ''
      return old.type === now.type && old.mode === now.mode && keepsName && keepsDefault
    })
  )
}

function attributeSteps(from: FunctionDesign, to: FunctionDesign): Step[] {
  const names = new Set(to.settings.map(({ name }) => name))
  const removed = from.settings.filter(({ name }) => !names.has(name))
  const before = new Map(from.settings.map(({ name, value }) => [name, value]))
  const parts: Fragment[] = [
    ...attributePieces(to, from),
    ...removed.map(({ name }) => [`reset ${name.split('.').map(quoteIdent).join('.')}`]),
    ...to.settings.flatMap((one, at) =>
      before.get(one.name) === one.value ? [] : [settingPieces(one, at)],
    ),
  ]
  return parts.length === 0 ? [] : [catalogStep([`alter ${subjectOf(to)} `, ...joined(parts, ' ')])]
}

export const functions: ObjectKind<FunctionDesign> = {
  kind: 'functions',
  noun: 'function',
  catalog: 'pg_proc',
  list: { all, detail, superuserFields: ['leakproof'] },
  design,
  create,
  alter,
  grants: (from, to, db) => functionGrants(db, from, to),
  triesSteps: true,
  drop: (one, { cascade }) => [catalogStep([`drop ${subjectOf(one)}${cascade ? ' cascade' : ''}`])],
}

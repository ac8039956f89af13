import type { Queryable } from '@basalt/engine'
import type { TypeDesign } from '@basalt/pg-model'

import { DesignError } from '../../../designs/design.ts'
import type { Step } from '../../../designs/steps.ts'
import type { ObjectKind } from '../../object-kind.ts'
import { catalogStep, commentSteps, moveSteps, ownerSteps, quoted } from '../../object-steps.ts'
import { attached, typeGrants } from './attached.ts'
import { alterComposite, createComposite } from './composite-steps.ts'
import { alterDomain, createDomain } from './domain-steps.ts'
import { alterEnum, createEnum } from './enum-steps.ts'
import { alterRange, createRange } from './range-steps.ts'
import { allTypes, typeDesign, typeDetail } from './type-queries.ts'

type Body = {
  create: (to: TypeDesign) => Step
  alter: (from: TypeDesign, to: TypeDesign, db: Queryable) => Step[] | Promise<Step[]>
}

const bodies: Readonly<Record<TypeDesign['kind'], Body>> = {
  enum: { create: createEnum, alter: alterEnum },
  composite: { create: createComposite, alter: alterComposite },
  domain: { create: createDomain, alter: alterDomain },
  range: { create: createRange, alter: alterRange },
}

const subjectOf = (design: TypeDesign): string =>
  `${design.kind === 'domain' ? 'domain' : 'type'} ${quoted(design)}`

function create(to: TypeDesign): Step[] {
  const subject = subjectOf(to)
  return [
    bodies[to.kind].create(to),
    ...ownerSteps(subject, null, to.owner),
    ...commentSteps(subject, null, to.comment),
  ]
}

async function alter(from: TypeDesign, to: TypeDesign, db: Queryable): Promise<Step[]> {
  if (from.kind !== to.kind)
    throw new DesignError({ kind: 'A type keeps its kind. Create another type instead.' })
  const subject = subjectOf(to)
  return [
    ...moveSteps(from.kind === 'domain' ? 'domain' : 'type', from, to),
    ...(await bodies[to.kind].alter(from, to, db)),
    ...ownerSteps(subject, from.owner, to.owner),
    ...commentSteps(subject, from.comment, to.comment),
  ]
}

export const types: ObjectKind<TypeDesign> = {
  kind: 'types',
  noun: 'type',
  catalog: 'pg_type',
  list: { all: allTypes, detail: { columns: typeDetail } },
  design: typeDesign,
  create,
  alter,
  grants: typeGrants,
  attached,
  drop: (design, { cascade }) => [
    catalogStep([`drop ${subjectOf(design)}${cascade ? ' cascade' : ''}`]),
  ],
}

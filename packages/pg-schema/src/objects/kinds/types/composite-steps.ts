import type { CompositeAttribute, TypeDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { DesignError } from '../../../designs/design.ts'
import { type Fragment, joined, piece, type Step } from '../../../designs/steps.ts'
import { catalogStep, namedPieces, quoted } from '../../object-steps.ts'

function attributePieces(attribute: CompositeAttribute, at: number): Fragment {
  const field = (name: string) => `attributes.${at}.${name}`
  return [piece(quoteIdent(attribute.name), field('name')), ' ', ...typePieces(attribute, field)]
}

const typePieces = (
  { type, collation }: CompositeAttribute,
  field: (name: string) => string,
): Fragment => [
  piece(type, field('type')),
  ...(collation === null ? [] : [' collate ', piece(collation, field('collation'))]),
]

export const createComposite = (to: TypeDesign): Step =>
  catalogStep([
    'create type ',
    ...namedPieces(to),
    ' as (',
    ...joined(to.attributes.map(attributePieces), ', '),
    ')',
  ])

/** @throws DesignError for another order: PostgreSQL adds attributes at the end only. */
export function alterComposite(from: TypeDesign, to: TypeDesign): Step[] {
  const subject = `alter type ${quoted(to)}`
  const kept = to.attributes.map(({ old_name }) => old_name).filter((name) => name !== null)
  const staying = from.attributes.filter(({ name }) => kept.includes(name))
  const isInOrder = to.attributes.every(
    ({ old_name }, at) => old_name === (staying[at]?.name ?? null),
  )
  if (!isInOrder) {
    throw new DesignError({
      attributes: 'Attributes keep their order. Add new ones at the end.',
    })
  }
  const drops = from.attributes
    .filter(({ name }) => !kept.includes(name))
    .map(({ name }) => catalogStep([`${subject} drop attribute ${quoteIdent(name)}`]))
  const changes = to.attributes.flatMap((attribute, at): Step[] => {
    const old = staying[at]
    const field = (name: string) => `attributes.${at}.${name}`
    if (old === undefined)
      return [catalogStep([`${subject} add attribute `, ...attributePieces(attribute, at)])]
    const name = piece(quoteIdent(attribute.name), field('name'))
    const isSameType = old.type === attribute.type && old.collation === attribute.collation
    return [
      ...(old.name === attribute.name
        ? []
        : [catalogStep([`${subject} rename attribute ${quoteIdent(old.name)} to `, name])]),
      ...(isSameType
        ? []
        : [
            catalogStep([
              `${subject} alter attribute `,
              name,
              ' type ',
              ...typePieces(attribute, field),
            ]),
          ]),
    ]
  })
  return [...drops, ...changes]
}

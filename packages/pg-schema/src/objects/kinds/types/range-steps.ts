import type { TypeDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { DesignError } from '../../../designs/design.ts'
import { type Fragment, joined, piece, type Step } from '../../../designs/steps.ts'
import { catalogStep, namedPieces, quoted } from '../../object-steps.ts'

const options = [
  ['operator_class', 'subtype_opclass'],
  ['collation', 'collation'],
  ['subtype_difference', 'subtype_diff'],
] as const

export function createRange(to: TypeDesign): Step {
  const parts: Fragment[] = [['subtype = ', piece(to.subtype, 'subtype')]]
  for (const [field, option] of options) {
    const value = to[field]
    if (value !== null) parts.push([`${option} = `, piece(value, field)])
  }
  if (to.multirange_name !== null) {
    const name = quoted({ schema: to.schema, name: to.multirange_name })
    parts.push(['multirange_type_name = ', piece(name, 'multirange_name')])
  }
  return catalogStep([
    'create type ',
    ...namedPieces(to),
    ' as range (',
    ...joined(parts, ', '),
    ')',
  ])
}

/** A range keeps everything but its names. */
export function alterRange(from: TypeDesign, to: TypeDesign): Step[] {
  for (const field of ['subtype', ...options.map(([name]) => name)] as const) {
    if (from[field] !== to[field]) {
      throw new DesignError({
        [field]: 'PostgreSQL cannot change it. Create another range type instead.',
      })
    }
  }
  const before = from.multirange_name
  const after = to.multirange_name
  if (before === null || after === null || before === after) return []
  return [
    catalogStep([
      `alter type ${quoted({ schema: to.schema, name: before })} rename to `,
      piece(quoteIdent(after), 'multirange_name'),
    ]),
  ]
}

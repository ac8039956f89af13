import type { Queryable } from '@basalt/engine'
import type { TypeDesign } from '@basalt/pg-model'
import { quoteLiteral } from '@basalt/pg-sql'

import { joined, piece, type Step } from '../../../designs/steps.ts'
import { catalogStep, namedPieces, quoted } from '../../object-steps.ts'
import { rebuildEnum } from './rebuild-enum.ts'

const valuePiece = (value: string, at: number) => piece(quoteLiteral(value), `values.${at}.name`)

export const createEnum = (to: TypeDesign): Step =>
  catalogStep([
    'create type ',
    ...namedPieces(to),
    ' as enum (',
    ...joined(
      to.values.map(({ name }, at) => [valuePiece(name, at)]),
      ', ',
    ),
    ')',
  ])

/**
 * Renames and adds values where PostgreSQL can. Fewer values or another order need a new type.
 *
 * @throws DesignError when objects other than table columns use the type that has to be replaced.
 */
export async function alterEnum(from: TypeDesign, to: TypeDesign, db: Queryable): Promise<Step[]> {
  const renames = renameSteps(from, to)
  const kept = to.values.map(({ old_name }) => old_name).filter((name) => name !== null)
  const isSameOrder =
    kept.length === from.values.length && from.values.every(({ name }, at) => name === kept[at])
  if (isSameOrder) return [...renames, ...addSteps(to)]
  return [...renames, ...(await rebuildEnum(db, { from, to, create: createEnum(to) }))]
}

/** Values that swap their names get other ones in between. */
function renameSteps(from: TypeDesign, to: TypeDesign): Step[] {
  const present = new Set(from.values.map(({ name }) => name))
  const subject = `alter type ${quoted(to)} rename value`
  const renamed = to.values.flatMap(({ name, old_name }, at) =>
    old_name === null || old_name === name
      ? []
      : [{ at, name, before: old_name, between: `basalt ${at}`, isTaken: present.has(name) }],
  )
  const needsBetween = renamed.some(({ isTaken }) => isTaken)
  const first = needsBetween
    ? renamed.map(({ before, between }) =>
        catalogStep([`${subject} ${quoteLiteral(before)} to ${quoteLiteral(between)}`]),
      )
    : []
  const last = renamed.map(({ at, name, before, between }) =>
    catalogStep([
      `${subject} ${quoteLiteral(needsBetween ? between : before)} to `,
      valuePiece(name, at),
    ]),
  )
  return [...first, ...last]
}

function addSteps(to: TypeDesign): Step[] {
  const firstOld = to.values.find(({ old_name }) => old_name !== null)
  return to.values.flatMap(({ name, old_name }, at) => {
    if (old_name !== null) return []
    const previous = to.values[at - 1]
    const place =
      previous !== undefined
        ? ` after ${quoteLiteral(previous.name)}`
        : firstOld === undefined
          ? ''
          : ` before ${quoteLiteral(firstOld.name)}`
    return [catalogStep([`alter type ${quoted(to)} add value `, valuePiece(name, at), place])]
  })
}

import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { type Fragment, piece, type Step, step } from '../designs/steps.ts'

/** A statement that changes only the catalog, and locks only the object itself. */
export const catalogStep = (fragment: Fragment): Step => step(fragment, null)

/** `subject` is the object in SQL with its kind: `sequence "public"."ids"`. */
export function commentSteps(
  subject: string,
  from: string | null | undefined,
  to: string | null,
): Step[] {
  const isSame = (from ?? '') === (to ?? '')
  if (isSame) return []
  const text = to === null || to === '' ? 'null' : quoteLiteral(to)
  return [catalogStep([`comment on ${subject} is `, piece(text, 'comment')])]
}

/** Without an owner in the design, the owner stays. */
export function ownerSteps(
  subject: string,
  from: string | null | undefined,
  to: string | null,
): Step[] {
  if (to === null || to === '' || to === from) return []
  return [catalogStep([`alter ${subject} owner to `, piece(quoteIdent(to), 'owner')])]
}

type Place = { schema: string; name: string }

/** Objects that share names have a signature after theirs: argument types in parentheses. */
type Moved = Place & { signature?: string }

/** Moves the object to another schema, then renames it. The subject of later steps is the new one. */
export function moveSteps(keyword: string, from: Moved, to: Place): Step[] {
  const { signature = '' } = from
  const steps: Step[] = []
  if (from.schema !== to.schema) {
    steps.push(
      catalogStep([
        `alter ${keyword} ${quoted(from)}${signature} set schema `,
        piece(quoteIdent(to.schema), 'schema'),
      ]),
    )
  }
  if (from.name !== to.name) {
    const moved = { schema: to.schema, name: from.name }
    steps.push(
      catalogStep([
        `alter ${keyword} ${quoted(moved)}${signature} rename to `,
        piece(quoteIdent(to.name), 'name'),
      ]),
    )
  }
  return steps
}

export const quoted = ({ schema, name }: Place): string =>
  `${quoteIdent(schema)}.${quoteIdent(name)}`

/** A qualified name whose parts are the fields `schema` and `name`. */
export const namedPieces = ({ schema, name }: Place): Fragment => [
  piece(quoteIdent(schema), 'schema'),
  '.',
  piece(quoteIdent(name), 'name'),
]

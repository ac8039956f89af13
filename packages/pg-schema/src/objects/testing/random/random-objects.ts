import fc from 'fast-check'

import type { ObjectDesign } from '../../object-kind.ts'
import { anyPolicy, anyPublication, anyRole } from './random-access.ts'
import { inSchema, name, type RandomObject } from './random-parts.ts'
import { anyIndex, anyMaterializedView, anyView } from './random-relations.ts'
import { anyFunction, anyTrigger } from './random-routines.ts'
import { anyComposite, anyDomain, anyEnum, anyRange, anySequence } from './random-types.ts'

const all = [
  anyEnum,
  anyDomain,
  anyComposite,
  anyRange,
  anySequence,
  anyFunction,
  anyView,
  anyMaterializedView,
  anyIndex,
  anyTrigger,
  anyPolicy,
  anyPublication,
  anyRole,
]

/** Two objects of each kind, with names of their own. */
export const randomObjects: fc.Arbitrary<RandomObject[]> = fc
  .tuple(
    fc.uniqueArray(name, { minLength: all.length * 2, maxLength: all.length * 2 }),
    ...all.map((one) => fc.tuple(one, one)),
  )
  .map(([names, ...pairs]) => {
    const made = pairs.flat().map((make, at) => make(names[at] ?? String(at)))
    const named = (kind: string) =>
      inSchema(made.find(({ design }) => Reflect.get(design, 'kind') === kind)?.design.name ?? '')
    return made.map((one) => withTypes(one, { '%enum': named('enum'), '%domain': named('domain') }))
  })

/** Replaces the names of types that the first objects have. */
function withTypes(one: RandomObject, names: Readonly<Record<string, string>>): RandomObject {
  let written = JSON.stringify(one.design)
  for (const [placeholder, type] of Object.entries(names))
    written = written.replaceAll(placeholder, () => JSON.stringify(type).slice(1, -1))
  const design = JSON.parse(written) as ObjectDesign
  return { ...one, design, [fc.toStringMethod]: () => `${one.kind.noun} ${written}` }
}

import { written } from '../../names/written-name.ts'
import type { Catalog } from './catalog.ts'
import type { Target } from './completion-request.ts'
import type { Offer } from './offers.ts'

const routinesByCatalog = new WeakMap<Catalog, Map<string, Offer[]>>()

/** There are more than a thousand: they are built once for each catalog. */
export function allRoutines(catalog: Catalog, target: NonNullable<Target['routines']>): Offer[] {
  const known = routinesByCatalog.get(catalog) ?? new Map<string, Offer[]>()
  routinesByCatalog.set(catalog, known)
  const offers = known.get(target) ?? routineOffers(catalog.routines, { target, catalog })
  known.set(target, offers)
  return offers
}

type Routines = { isFree?: boolean; target?: Target['routines']; catalog: Catalog }

/** Each name once; without a schema when the search path or the typed text has it. */
export function routineOffers(
  routines: Catalog['routines'],
  { isFree = true, target = 'functions', catalog }: Routines,
): Offer[] {
  const names = new Map<string, Offer>()
  for (const { schema, name, parameters, result, kind, comment } of routines) {
    const isTrigger = result === 'trigger' || result === 'event_trigger'
    const role = isTrigger ? 'triggers' : kind === 'p' ? 'procedures' : 'functions'
    if (role !== target) continue
    const isNear = catalog.isInPath(schema) || !isFree
    const label = isNear ? name : `${schema}.${name}`
    const insert = isNear ? written(name) : `${written(schema)}.${written(name)}`
    const known = names.get(label)
    const detail =
      known === undefined
        ? `(${parameters})${result === null ? '' : ` → ${result}`}`
        : 'several signatures'
    const isSystem = catalog.isSystem(schema)
    names.set(label, {
      label,
      insert: `${insert}(${parameters === '' && known === undefined ? ')' : ''}`,
      kind: 'function',
      detail,
      comment,
      rank: isSystem ? -10 : 5,
    })
  }
  return [...names.values()]
}

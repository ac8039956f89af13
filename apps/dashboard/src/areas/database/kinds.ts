import { eventTriggers } from './kinds/event-triggers/event-triggers.tsx'
import { functions } from './kinds/functions/functions.tsx'
import { indexes } from './kinds/indexes/indexes.tsx'
import { materializedViews } from './kinds/materialized-views/materialized-views.tsx'
import { policies } from './kinds/policies/policies.tsx'
import { publications } from './kinds/publications/publications.tsx'
import { roles } from './kinds/roles/roles.tsx'
import { sequences } from './kinds/sequences/sequences.tsx'
import { triggers } from './kinds/triggers/triggers.tsx'
import { types } from './kinds/types/types.tsx'
import { views } from './kinds/views/views.tsx'
import type { AnyKind } from './model/object-kind.ts'

/** Every kind of database object, by its name in URLs. */
const kinds: ReadonlyMap<string, AnyKind> = new Map(
  [
    eventTriggers,
    functions,
    indexes,
    materializedViews,
    policies,
    publications,
    roles,
    sequences,
    triggers,
    types,
    views,
  ].map((kind): [string, AnyKind] => [kind.kind, kind]),
)

/** The kind in a URL; undefined where it is none. */
export const findKind = (name: string): AnyKind | undefined => kinds.get(name)

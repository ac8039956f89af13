import type { AnyRoute } from './route.ts'
import type { Install } from './utility.ts'

/**
 * What the server puts into the page it answers, inside `<script type="application/json"
 * id="basalt-boot">`, so that a screen's first content needs no further request.
 * `route` is `METHOD path` of the contract; `data` is the answer as it goes over the wire.
 */
export type Boot = {
  install: Install
  /** Names of the routes whose answers did not come in time; the page asks for them itself. */
  late?: string[]
  answers: { route: string; input: Record<string, unknown>; data: unknown }[]
}

/** The name under which a route's answers are booted and found again. */
export const routeName = (route: AnyRoute): string => `${route.method} ${route.path}`

/** Rows that the table page shows first; its query must ask for the same. */
export const firstRows = { limit: 100 }

/** Tables that the list beside the table page shows first; its query must ask for the same. */
export const firstTables = (schema: string) => ({ included_schemas: [schema], limit: 200 })

import type { AnyRoute } from './route.ts'
import type { Install } from './utility.ts'

/**
 * Data that the server embeds into the page in `<script type="application/json" id="basalt-boot">`,
 * so that the first content of a screen needs no further request. `route` is `METHOD path` of the
 * contract; `data` is the answer as sent over the wire.
 */
export type Boot = {
  install: Install
  /** Routes whose answers were not ready in time; the page requests them itself. */
  late?: string[]
  answers: { route: string; input: Record<string, unknown>; data: unknown }[]
}

/** The name under which a route's answers are booted and found again. */
export const routeName = (route: AnyRoute): string => `${route.method} ${route.path}`

/** Rows that the table page shows first; its query must request the same. */
export const firstRows = { limit: 100 }

/** Tables that the list of the table page shows first; its query must request the same. */
export const firstTables = (schema: string) => ({ included_schemas: [schema], limit: 200 })

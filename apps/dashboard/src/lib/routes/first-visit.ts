import type { AnyRoute } from '@basalt/contract/route'

import type { AnyPath } from './path.ts'

/** A call of the contract; `{ref}` in the input stands for that part of the path. */
export type FirstCall = {
  route: AnyRoute
  input: { params?: Readonly<Record<string, string>>; query?: Readonly<Record<string, unknown>> }
}

/**
 * Calls whose answers the server adds to the HTML of a path, for its first visit. An area with such
 * pages lists them in its `first-visits.ts`, which the build alone reads: it is in no page.
 */
export type FirstVisit = {
  path: AnyPath
  /** The component whose files are fetched next to the shell's instead of after it. */
  component: string
  /** The calls whose answers the HTML carries, next to those of every page. */
  calls: readonly FirstCall[]
}

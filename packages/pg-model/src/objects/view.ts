/** A view with everything that CREATE VIEW sets. */
export type ViewObjectDesign = {
  schema: string
  name: string
  owner: string | null
  comment: string | null
  /** Names of its columns in their order; those of the query when it is empty. */
  columns: string[]
  query: string
  /** Reads with the rights of the role that queries it instead of those of its owner. */
  security_invoker: boolean
  /** Functions of the user see no row before the conditions of the view are checked. */
  security_barrier: boolean
  /** Whether rows written through it must be visible in it: in views below it too with `cascaded`. */
  check: 'none' | 'local' | 'cascaded'
}

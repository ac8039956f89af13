export type FunctionArgument = {
  mode: 'in' | 'out' | 'inout' | 'variadic' | 'table'
  /** Empty without a name. */
  name: string
  type: string
  /** An SQL expression; null without one. */
  default: string | null
}

/** A function or a procedure. */
export type FunctionDesign = {
  schema: string
  name: string
  owner: string | null
  comment: string | null
  kind: 'function' | 'procedure'
  arguments: FunctionArgument[]
  /** A type, with SETOF before it for rows; null for procedures and where the arguments say it. */
  returns: string | null
  language: string
  volatility: 'volatile' | 'stable' | 'immutable'
  strict: boolean
  security_definer: boolean
  leakproof: boolean
  parallel: 'unsafe' | 'restricted' | 'safe'
  /** Numbers as texts; an empty one stands for PostgreSQL's default. */
  cost: string
  rows: string
  /** The planner support function, as `schema.function` in quoted names. */
  support: string | null
  /** Types whose values the language gets and returns by their transforms. */
  transforms: string[]
  /** Settings while it runs. The value of a list such as `search_path` is in SQL. */
  settings: { name: string; value: string }[]
  /** `text` is a string that the language reads; `sql` is RETURN … or BEGIN ATOMIC … END. */
  body_style: 'text' | 'sql'
  body: string
}

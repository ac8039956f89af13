/** A policy of row-level security. */
export type PolicyDesign = {
  schema: string
  table: string
  name: string
  comment: string | null
  command: 'all' | 'select' | 'insert' | 'update' | 'delete'
  /** Restrictive without it: rows must pass it besides one permissive policy. */
  is_permissive: boolean
  /** Names of roles; none stands for PUBLIC. */
  roles: string[]
  using: string | null
  check: string | null
  /** Row-level security of its table: `forced` holds for the owner too. */
  row_security: 'off' | 'on' | 'forced'
}

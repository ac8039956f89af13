export const scopeCategories = [
  { id: 'project', title: 'Project' },
  { id: 'database', title: 'Database' },
  { id: 'appsvc', title: 'Application services' },
  { id: 'infra', title: 'Infrastructure and delivery' },
  { id: 'account', title: 'Account and organization' },
] as const

/** A scope's id, its description, and its permissions as `action resource`. */
type ScopeRow = readonly [
  id: string,
  action: 'read' | 'write' | 'create' | 'delete',
  ...grants: `${string} ${string}`[],
]

/**
 * One line of the table in which the scopes of a token are chosen. A scope without grants belongs
 * to a feature that this platform does not have yet: it allows nothing.
 */
export type ScopeResource = {
  resource: string
  level: 'user' | 'organization' | 'project'
  category: (typeof scopeCategories)[number]['id']
  name: string
  risk: 'low' | 'medium' | 'high'
  /** The resource without which this one may not be chosen. */
  needs?: string
  scopes: readonly ScopeRow[]
}

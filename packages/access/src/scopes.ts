import type { AccessRequest } from './can.ts'
import { matchesPattern } from './pattern.ts'
import type { Grant } from './right.ts'
import type { ScopeResource } from './scope.ts'
import { organizationScopes } from './scopes-organization.ts'
import { projectScopes } from './scopes-project.ts'
import { serviceScopes } from './scopes-services.ts'

/** How much of a resource a token may have. */
export type ScopeMode = 'none' | 'read' | 'read-write'

/** Every resource of which a fine-grained token may have something, by category. */
export const scopeResources: readonly ScopeResource[] = [
  ...projectScopes,
  ...serviceScopes,
  ...organizationScopes,
]

/** Every scope there is. */
export const scopeIds: readonly string[] = scopeResources.flatMap(({ scopes }) =>
  scopes.map(([id]) => id),
)

export const isWritable = ({ scopes }: ScopeResource): boolean =>
  scopes.some(([, action]) => action !== 'read')

/** The scopes of one resource in a mode. A resource that cannot be written is only read. */
export const scopesOfMode = ({ scopes }: ScopeResource, mode: ScopeMode): string[] =>
  scopes
    .filter(([, action]) => mode === 'read-write' || (mode === 'read' && action === 'read'))
    .map(([id]) => id)

/** The mode that a set of scopes amounts to. Any scope beyond reading counts as writing. */
export function getMode({ scopes }: ScopeResource, chosen: ReadonlySet<string>): ScopeMode {
  const held = scopes.filter(([id]) => chosen.has(id))
  if (held.length === 0) return 'none'
  return held.some(([, action]) => action !== 'read') ? 'read-write' : 'read'
}

/** Scopes that chosen scopes require and that are missing, with the scopes that require them. */
export function missingNeeds(chosen: readonly string[]): { name: string; needs: string }[] {
  const held = new Set(chosen)
  return scopeResources.flatMap((resource) => {
    const needed = scopeResources.find((other) => other.resource === resource.needs)
    if (needed === undefined || getMode(resource, held) === 'none') return []
    return getMode(needed, held) === 'none' ? [{ name: resource.name, needs: needed.name }] : []
  })
}

/** The limits of a fine-grained token. */
export type TokenReach = {
  scopes: readonly string[]
  /** Null where the token is good for every organization of its owner. */
  organizationSlugs: readonly string[] | null
  /** Null where it is good for every project of these organizations. */
  projectRefs: readonly string[] | null
}

const grants: ReadonlyMap<string, readonly Grant[]> = new Map(
  scopeResources.flatMap(({ level, scopes }) =>
    scopes.map(([id, , ...rows]) => [
      id,
      [
        ...rows.map((row) => {
          const [action = '', resource = ''] = row.split(' ')
          return { action, resource }
        }),
        // Every action on a project requires reading it: its address and status.
        ...(level === 'project' ? [{ action: 'read:Read', resource: 'projects' }] : []),
      ],
    ]),
  ),
)

/** The permissions of a scope; none for an unknown id. */
export const grantsOfScope = (id: string): readonly Grant[] => grants.get(id) ?? []

/**
 * Decides whether a fine-grained token may do something that its owner may do; never throws. A
 * scope must grant it, and the organization and the project must be within the limits. A token of
 * single projects has no access to their organizations.
 */
export function tokenAllows(reach: TokenReach, request: AccessRequest): boolean {
  const { organizationSlugs, projectRefs } = reach
  if (organizationSlugs !== null && !organizationSlugs.includes(request.organizationSlug)) {
    return false
  }
  if (projectRefs !== null) {
    if (request.projectRef === undefined || !projectRefs.includes(request.projectRef)) return false
  }
  return reach.scopes.some((id) =>
    grantsOfScope(id).some(
      ({ action, resource }) =>
        matchesPattern(action, request.action) && matchesPattern(resource, request.resource),
    ),
  )
}

/**
 * The scope of an account route. New resources are outside of every limit, so limited tokens are
 * refused.
 */
export function tokenAllowsAccount(reach: TokenReach, scope: string | undefined): boolean {
  if (scope === undefined || !reach.scopes.includes(scope)) return false
  const isLimited = reach.organizationSlugs !== null || reach.projectRefs !== null
  return scope !== 'organizations_create' || !isLimited
}

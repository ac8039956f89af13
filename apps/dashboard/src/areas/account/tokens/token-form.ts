import {
  missingNeeds,
  getMode,
  type ScopeGroupName,
  type ScopeMode,
  type ScopeResource,
  scopeResources,
  scopesOfGroup,
  scopesOfMode,
} from '@basalt/access'
import type {
  AccessToken,
  accessTokens,
  tokenLifetimes,
} from '@basalt/contract/account/access-tokens'
import type { SentTo } from '@basalt/contract/route'

export type Lifetime = (typeof tokenLifetimes)[number]

/** The form of a new token. */
export type TokenForm = {
  name: string
  kind: AccessToken['kind']
  scopes: ReadonlySet<string>
  reach: AccessToken['reach']
  slugs: readonly string[]
  refs: readonly string[]
  expires: Lifetime
  /** The last day of a custom lifetime, as a date field has it: `2026-11-21`. */
  lastDay: string
}

export const emptyForm: TokenForm = {
  name: '',
  kind: 'fine-grained',
  scopes: new Set(),
  reach: 'all',
  slugs: [],
  refs: [],
  expires: '30-days',
  lastDay: '',
}

/**
 * The scopes after a change of one resource's mode. Its requirements are added with it, and
 * resources that require it are removed with it.
 */
export function withMode(
  scopes: ReadonlySet<string>,
  resource: ScopeResource,
  mode: ScopeMode,
): ReadonlySet<string> {
  const changed = new Set(scopes)
  for (const [id] of resource.scopes) changed.delete(id)
  for (const id of scopesOfMode(resource, mode)) changed.add(id)
  for (const other of scopeResources) {
    const isNeeded = other.resource === resource.needs && getMode(other, changed) === 'none'
    if (isNeeded && mode !== 'none') scopesOfMode(other, 'read').forEach((id) => changed.add(id))
    if (other.needs === resource.resource && mode === 'none') {
      for (const [id] of other.scopes) changed.delete(id)
    }
  }
  return changed
}

type Preset = {
  group: ScopeGroupName
  access: 'read' | 'write'
  /** Other resources are not added. */
  offered: readonly ScopeResource[]
}

/** The scopes with a preset added; earlier choices stay. */
export function withGroup(
  scopes: ReadonlySet<string>,
  { group, access, offered }: Preset,
): ReadonlySet<string> {
  const known = new Set(offered.flatMap((one) => one.scopes.map(([id]) => id)))
  const added = scopesOfGroup(group, access).filter((id) => known.has(id))
  const target = new Set([...scopes, ...added])
  for (const resource of scopeResources) {
    const needed = scopeResources.find((other) => other.resource === resource.needs)
    if (needed === undefined || getMode(resource, target) === 'none') continue
    if (getMode(needed, target) === 'none') {
      scopesOfMode(needed, 'read').forEach((id) => target.add(id))
    }
  }
  return target
}

/** The request body; fields that do not belong to the choice are left out. */
export function getBody(form: TokenForm): SentTo<typeof accessTokens.create>['body'] {
  const { name, kind, expires } = form
  const lifetime = {
    expires,
    ...(expires === 'custom' && form.lastDay !== '' && { expires_at: getEnd(form.lastDay) }),
  }
  if (kind === 'classic') return { name, kind, ...lifetime }
  return {
    name,
    kind,
    scopes: [...form.scopes],
    reach: form.reach,
    ...(form.reach === 'organizations' && { organization_slugs: [...form.slugs] }),
    ...(form.reach === 'projects' && { project_refs: [...form.refs] }),
    ...lifetime,
  }
}

/** Problems of the form before it is sent, by field. */
export function listProblems(form: TokenForm): Record<string, string> {
  const problems: Record<string, string> = {}
  if (form.name.trim() === '') problems['name'] = 'Enter a name'
  if (form.expires === 'custom' && form.lastDay === '') problems['expires_at'] = 'Choose a date'
  if (form.kind === 'classic') return problems
  const [missing] = missingNeeds([...form.scopes])
  if (form.scopes.size === 0) problems['scopes'] = 'Choose at least one permission'
  if (missing !== undefined) problems['scopes'] = `${missing.name} also requires ${missing.needs}`
  if (form.reach === 'organizations' && form.slugs.length === 0) {
    problems['organization_slugs'] = 'Choose at least one organization'
  }
  if (form.reach === 'projects' && form.refs.length === 0) {
    problems['project_refs'] = 'Choose at least one project'
  }
  return problems
}

/** The day is the person's own, to its end. */
const getEnd = (day: string) => new Date(`${day}T23:59:59`).toISOString()

/** The rights of a token, in a few words. */
export function summarize(token: AccessToken): string {
  if (token.kind === 'classic') return 'Full access'
  const chosen = new Set(token.scopes)
  const modes = scopeResources.map((resource) => getMode(resource, chosen))
  const written = modes.filter((mode) => mode === 'read-write').length
  const read = modes.filter((mode) => mode === 'read').length
  const parts = [
    ...(read > 0 ? [`reads ${read}`] : []),
    ...(written > 0 ? [`reads and writes ${written}`] : []),
  ]
  const text = `${parts.join(', ')} ${read + written === 1 ? 'resource' : 'resources'}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The limits of a token. */
export function placeOf({ kind, reach, organizations, projects }: AccessToken): string {
  if (kind === 'classic' || reach === 'all') return 'everywhere'
  const names = reach === 'organizations' ? organizations : projects
  if (names.length === 0) return 'no access: its organizations or projects were deleted'
  return `in ${names.map(({ name }) => name).join(', ')}`
}

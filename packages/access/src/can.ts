import { evaluate } from './condition.ts'
import { matchesPattern } from './pattern.ts'

/** One grant or denial, as SPEC.md sections 3 and 6 describe it. `%` matches any run of characters. */
export type PermissionRule = {
  organization_slug: string
  actions: readonly string[]
  resources: readonly string[]
  project_refs: readonly string[]
  restrictive: boolean
  /** JSON Logic over `{ resource_name, ...data }`; null is always true. */
  condition: unknown
}

export type AccessRequest = {
  action: string
  resource: string
  data?: Record<string, unknown> | undefined
  organizationSlug: string
  /** The parent project when the current project is a preview branch. */
  projectRef?: string | undefined
}

/**
 * Decides whether the rules let a user do something. Never throws: invalid input is denied.
 *
 * With a project, only the rules that list it count when at least one of them matches, even when
 * its condition is false; otherwise only rules without projects apply. Any restrictive match denies
 * in any case.
 */
export function can(
  rules: readonly PermissionRule[] | null | undefined,
  request: AccessRequest,
): boolean {
  if (!Array.isArray(rules)) return false
  const matching = (rules as readonly PermissionRule[]).filter((rule) => covers(rule, request))
  const { projectRef } = request
  const forProject =
    projectRef === undefined
      ? []
      : matching.filter((rule) => rule.project_refs.includes(projectRef))
  const applicable =
    forProject.length > 0 ? forProject : matching.filter((rule) => rule.project_refs.length === 0)
  const holding = applicable.filter((rule) => holds(rule.condition, request))

  return holding.some((rule) => !rule.restrictive) && !holding.some((rule) => rule.restrictive)
}

function covers(rule: PermissionRule | null, request: AccessRequest): boolean {
  return (
    rule !== null &&
    typeof rule === 'object' &&
    [rule.actions, rule.resources, rule.project_refs].every((list) => Array.isArray(list)) &&
    rule.organization_slug === request.organizationSlug &&
    rule.actions.some((pattern) => matchesPattern(pattern, request.action)) &&
    rule.resources.some((pattern) => matchesPattern(pattern, request.resource))
  )
}

function holds(condition: unknown, request: AccessRequest): boolean {
  if (condition === null || condition === undefined) return true
  try {
    return evaluate(condition, { resource_name: request.resource, ...request.data }) === true
  } catch {
    return false
  }
}

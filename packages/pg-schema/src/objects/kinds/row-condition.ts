import { inParentheses } from '../../designs/steps.ts'

type Policy = { is_permissive: boolean; using: string | null }

/**
 * The condition that policies make for existing rows: one permissive policy and all restrictive
 * ones let a row pass. A policy without USING neither lets rows pass nor hides any.
 */
export function combineConditions(policies: readonly Policy[]): string {
  const listed = (isPermissive: boolean) =>
    policies.flatMap(({ is_permissive, using }) =>
      is_permissive === isPermissive && using !== null ? [inParentheses(using)] : [],
    )
  const permissive = listed(true)
  if (permissive.length === 0) return 'false'
  return [`(${permissive.join(' or ')})`, ...listed(false)].join(' and ')
}

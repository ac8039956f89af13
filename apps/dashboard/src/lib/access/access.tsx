import { can, type PermissionRule, rulesOfOwner } from '@basalt/access'
import { readPermissions } from '@basalt/contract/account/own-profile'
import type { AnyRoute, Permission } from '@basalt/contract/route'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo } from 'react'

import { useCapability } from '../install.tsx'
import { query } from '../network/api.ts'
import { useSwitchedOff } from './disabled-features.ts'

type Scope = {
  organizationSlug: string
  /** Of a preview branch: its parent, by which rights are decided. */
  projectRef?: string | undefined
}

type Access = Scope & {
  /** Undefined while they are loading: nothing is allowed yet. */
  rules: readonly PermissionRule[] | undefined
}

export const AccessContext = createContext<Access | null>(null)

export const permissionsQuery = () => query(readPermissions, {})

/** Provides the rights of the signed-in user in one organization or project. */
export function AccessScope({
  organizationSlug,
  projectRef,
  children,
}: Scope & { children: ReactNode }) {
  const rules = useRules(organizationSlug)
  const access = useMemo(
    () => ({ rules, organizationSlug, projectRef }),
    [rules, organizationSlug, projectRef],
  )
  return <AccessContext value={access}>{children}</AccessContext>
}

/**
 * The rules of the signed-in user. SPEC.md section 6: they are fetched only on installs with
 * accounts; elsewhere the only user owns everything.
 */
function useRules(organizationSlug: string): readonly PermissionRule[] | undefined {
  const hasRules = useCapability('accounts')
  const { data } = useQuery({ ...permissionsQuery(), enabled: hasRules })
  return useMemo(
    () => (hasRules ? data : rulesOfOwner({ organizationSlug })),
    [hasRules, data, organizationSlug],
  )
}

/** Whether the signed-in user may call the route here; the server uses the same function. */
export function useCan(route: Pick<AnyRoute, 'permission'>): boolean {
  const access = use(AccessContext)
  const { permission } = route
  if (typeof permission === 'string') return true
  if (access === null) throw new Error('useCan needs an AccessScope')
  return can(access.rules, { ...permission, ...access })
}

/**
 * Why the control for the route is disabled, or undefined when it is not. `what` completes the
 * sentence: "pause this project".
 */
export function useDenied(
  route: Pick<AnyRoute, 'permission' | 'feature'>,
  what: string,
): string | undefined {
  const isAllowed = useCan(route)
  const switchedOff = useSwitchedOff(route.feature)
  if (switchedOff !== undefined) return switchedOff
  return isAllowed ? undefined : `You need additional permissions to ${what}`
}

/**
 * Like `useDenied`, for a call whose organization is not in the path. Undefined until the rights
 * are known; the server decides in any case.
 */
export function useDeniedIn(
  organizationSlug: string,
  permission: Permission,
  what: string,
): string | undefined {
  const rules = useRules(organizationSlug)
  const isAllowed = rules === undefined || can(rules, { ...permission, organizationSlug })
  return isAllowed ? undefined : `You need additional permissions to ${what}`
}

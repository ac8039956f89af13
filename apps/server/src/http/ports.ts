import type { PermissionRule } from '@basalt/access'

import type { Store } from '../store/store.ts'
import type { Principal } from './context.ts'

/** What a request brings to prove who sends it. */
type Credentials = {
  cookie: string | null
  bearer: string | null
  isLoopback: boolean
  /** The project that the call is about. */
  ref: string | undefined
  /** Whether what is known of the caller will not do. */
  isAnew: boolean
}

/** Tells who is asking; one implementation for accounts, one for an install of one person. */
export type IdentitySource = {
  identify(credentials: Credentials): Promise<Principal | null>
  /** Makes a session, in the transaction if one is given, and answers its token. */
  startSession(
    userId: string | null,
    client: { address: string; userAgent: string | null },
    tx?: Store,
  ): Promise<{ id: string; token: string; maxAgeSeconds: number }>
  endSession(token: string, tx?: Store): Promise<void>
}

/** What a caller may do, and where the caller belongs. */
export type Access = {
  rules: readonly PermissionRule[]
  /** The caller's organizations by slug. */
  organizations: ReadonlyMap<string, KnownOrganization>
}

type KnownOrganization = {
  id: number
  requiresMfa: boolean
  /** Its services are restricted: it used up the quota of its plan. */
  isRestricted: boolean
  /** How far this period's spending has come on the ladder of the cap, in percent; 0 for not. */
  spendStep: number
}

/** Tells what a caller may do. */
export type PermissionSource = {
  getAccess(principal: Principal): Promise<Access>
}

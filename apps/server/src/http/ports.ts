import type { PermissionRule } from '@basalt/access'

import type { Store } from '../store/store.ts'
import type { Principal } from './context.ts'

/** The credentials of a request. */
type Credentials = {
  cookie: string | null
  bearer: string | null
  isLoopback: boolean
  /** The project that the call is about. */
  ref: string | undefined
  /** Whether cached data about the caller must not be used. */
  skipsCache: boolean
}

/** Identifies the caller; one implementation for accounts, one for a single-user install. */
export type IdentitySource = {
  identify(credentials: Credentials): Promise<Principal | null>
  /** Creates a session, in the transaction if one is given, and returns its token. */
  startSession(
    userId: string | null,
    client: { address: string; userAgent: string | null },
    tx?: Store,
  ): Promise<{ id: string; token: string; maxAgeSeconds: number }>
  endSession(token: string, tx?: Store): Promise<void>
}

/** The rules and organizations of a caller. */
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
  /** The spend limit that this period's spending has reached, in percent of the cap; 0 for none. */
  spendStep: number
}

/** Reads the rules of a caller. */
export type PermissionSource = {
  getAccess(principal: Principal): Promise<Access>
}

export type GithubAccount = { id: string; email: string | null; name: string | null }

/** GitHub's OAuth web flow, see its documentation, "Authorizing OAuth apps". */
export type GithubProvider = {
  authorizeUrl(state: string, redirectUri: string): string
  /** The account for a code; `email` only when GitHub has verified it. */
  getAccount(code: string, redirectUri: string): Promise<GithubAccount>
}

import type { AccessRequest } from '@basalt/access'
import { ApiError } from '@basalt/contract/errors'
import type { AnyRoute, Permission } from '@basalt/contract/route'
import type { DatabaseActor } from '@basalt/engine'

import type { DataRoute } from '../billing/data-routes.ts'
import type { AuditEvent, AuditOrigin } from '../store/audit.ts'
import type { Membership } from '../store/organizations.ts'
import type { StoredProject } from '../store/projects.ts'
import type { Store } from '../store/store.ts'
import type { Access } from './ports.ts'

/** The rights of an access token within those of its owner. */
export type TokenLimits = {
  id: string
  name: string
  allows(request: AccessRequest): boolean
  /** When the token stops being one; null for never. */
  expiresAt: Date | null
  /** Checks routes of the account itself, which have no rule. */
  allowsAccount(scope: string | undefined): boolean
}

/** The caller. */
export type Principal = {
  /** Null for the administrator of an install without accounts. */
  userId: string | null
  email: string
  /** Null when an access token or the install itself vouches for the caller. */
  sessionId: string | null
  token: TokenLimits | null
  /** Whether the account has a second factor: a session starts only after it was verified. */
  hasMfa: boolean
  /** Whether the caller is an operator; never with an access token. */
  isOperator: boolean
  /** Data that was read together with the principal, for the same call. */
  alongside?: {
    memberships: readonly Membership[]
    ref: string | undefined
    project: StoredProject | null
  }
}

type Scope = { organizationSlug: string; projectRef?: string | undefined }

/** A streamed file: nothing of it is read before it is requested. */
export type Upload = {
  chunks: AsyncIterable<Uint8Array>
  /** Null when the client does not send it. */
  sizeBytes: number | null
}

/** Request data for a handler, besides its input. */
export type Context = {
  principal: Principal | null
  /** The organization that the path names, or that owns the project of the path. */
  organization: { id: number; slug: string } | null
  /** The project that the path names, when the caller may see it. */
  project: StoredProject | null
  /**
   * Timeout of each statement of this call; with `isLong` it is extended while the database is
   * healthy.
   */
  deadline: { ms: number; isLong: boolean }
  /** The route's access to the project's data; null for routes without any. */
  dataRoute: DataRoute | null
  /** The name of a file route's answer; the handler may change it before the first line. */
  file: { type: string; name: string } | null
  /** The upload of a file route; null for every other route. */
  upload: Upload | null
  /** Checks the caller's rules, and the limits of the token that was used. */
  may: (permission: Permission, scope: Scope) => boolean
  /** The caller's rules; empty without a session. */
  access: Access
  /**
   * Records an action, in the transaction that performs it. Organization and project are those of
   * the path unless the event names others.
   */
  audit: (tx: Store, event: AuditEvent & { actor?: AuditOrigin['actor'] }) => Promise<void>
  /** Declares that this call changed nothing relevant: it needs no audit entry. */
  changedNothing: () => void
  origin: AuditOrigin
  client: { address: string; userAgent: string | null; isLoopback: boolean }
  /** The base URL of links in emails: on this machine the host of the caller's page. */
  pageUrl: string
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** Counts rows of a database as in use until the answer made of them is sent. */
  keepRows: (release: () => void) => void
  /** Cookies of this browser, hidden from scripts of the page. */
  cookies: {
    read(name: string): string | null
    /** An age of 0 deletes it. */
    write(name: string, value: string, maxAgeSeconds: number): void
  }
  /** The id of the browser when it has signed in to this account before; null otherwise. */
  knownBrowserOf(accountId: string): string | null
  session: {
    /** Ends the session of the request, starts another one and returns its id. */
    start(userId: string | null, tx?: Store): Promise<string>
    end(tx?: Store): Promise<void>
  }
}

/** The context of a data route's handler. */
export type DataContext = Context & { dataRoute: DataRoute }

/** Without a word in the contract about it, a route's handler cannot open a database. */
export type ContextOf<R extends AnyRoute> = R extends {
  opensData: NonNullable<AnyRoute['opensData']>
}
  ? DataContext
  : Context

/** The caller; routes that are not public always have one. */
export function getPrincipal(context: Context): Principal {
  if (context.principal === null) throw new ApiError('unauthenticated', 'Sign in to continue')
  return context.principal
}

/** The caller as a PostgreSQL role: the same for sessions and access tokens. */
export function getActor(context: Context): DatabaseActor {
  const { userId, email } = getPrincipal(context)
  return { id: userId ?? 'owner', name: email }
}

/** The caller's account, for routes that exist only where there are accounts. */
export function getUserId(context: Context): string {
  const { userId } = getPrincipal(context)
  if (userId === null) throw new ApiError('forbidden', 'Sign in with an account to do this')
  return userId
}

/** The project of the path. */
export function getProject(context: Context): StoredProject {
  if (context.project === null) throw new ApiError('not_found', 'This project does not exist')
  return context.project
}

/** The scope of a right on the project: a preview branch is checked as its parent. */
export const getScope = (project: StoredProject): Scope => ({
  organizationSlug: project.organization_slug,
  projectRef: project.parent_project_ref ?? project.ref,
})

/** Whether the caller satisfies organizations that require multi-factor authentication. */
export const hasMfa = ({ principal }: Context): boolean => principal?.hasMfa === true

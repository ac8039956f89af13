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

/** What an access token may do of what its owner may. */
export type TokenLimits = {
  id: string
  name: string
  allows(request: AccessRequest): boolean
  /** When the token stops being one; null for never. */
  expiresAt: Date | null
  /** Asked for routes of the account itself, which have no rule. */
  allowsAccount(scope: string | undefined): boolean
}

/** Who is asking. */
export type Principal = {
  /** Null for the administrator of an install without accounts. */
  userId: string | null
  email: string
  /** Null when an access token or the install itself vouches for the caller. */
  sessionId: string | null
  token: TokenLimits | null
  /** Whether the account has a second factor: a session begins only after it was shown. */
  hasMfa: boolean
  /** Whether the caller runs the install; never so with an access token. */
  isOperator: boolean
  /** What was read with the principal, for the call that it was read for. */
  alongside?: {
    memberships: readonly Membership[]
    ref: string | undefined
    project: StoredProject | null
  }
}

type Scope = { organizationSlug: string; projectRef?: string | undefined }

/** A file on its way: nothing of it is read before it is asked for. */
export type Upload = {
  chunks: AsyncIterable<Uint8Array>
  /** Null when the sender does not say. */
  sizeBytes: number | null
}

/** What a handler may know of the request beyond its input. */
export type Context = {
  principal: Principal | null
  /** The organization that the path names, or that owns the project of the path. */
  organization: { id: number; slug: string } | null
  /** The project that the path names, when the caller may see it. */
  project: StoredProject | null
  /** How long each statement of this call may take; `isLong` waits while the database is healthy. */
  deadline: { ms: number; isLong: boolean }
  /** How the route opens the project's data; null for routes that open none. */
  door: DataRoute | null
  /** What a route that answers a file calls it; the handler may name it before the first line. */
  file: { type: string; name: string } | null
  /** What a route that takes a file is sent; null for every other route. */
  upload: Upload | null
  /** Asks the caller's rules, and the limits of the token that was used. */
  may: (permission: Permission, scope: Scope) => boolean
  /** The caller's rules; empty when nobody is signed in. */
  access: Access
  /**
   * Writes down what was done, in the transaction that does it. Organization and project
   * are those of the path unless the event names others.
   */
  audit: (tx: Store, event: AuditEvent & { actor?: AuditOrigin['actor'] }) => Promise<void>
  /** Says that this call changed nothing of others' concern: it needs no row in the audit log. */
  changedNothing: () => void
  origin: AuditOrigin
  client: { address: string; userAgent: string | null; isLoopback: boolean }
  /** What links in mails begin with: on this machine the host that the caller's page has. */
  pageUrl: string
  /** Aborted when the caller goes away. */
  signal: AbortSignal
  /** Keeps rows of a database counted until the answer that is made of them is written. */
  keepRows: (giveBack: () => void) => void
  /** What this browser is to bring back; scripts of the page cannot read it. */
  cookies: {
    read(name: string): string | null
    /** An age of 0 forgets it. */
    write(name: string, value: string, maxAgeSeconds: number): void
  }
  /** The id of the browser when it has signed in to this account before; null otherwise. */
  knownBrowserOf(accountId: string): string | null
  session: {
    /** Ends the session of the request, begins another one and answers its id. */
    start(userId: string | null, tx?: Store): Promise<string>
    end(tx?: Store): Promise<void>
  }
}

/** What a handler gets whose route says that it opens the data of a project. */
export type DataContext = Context & { door: DataRoute }

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

/** The caller as PostgreSQL knows them: the same one with a session and with an access token. */
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

/** Where a right on the project is looked for: a preview branch is checked as its parent. */
export const getScope = (project: StoredProject): Scope => ({
  organizationSlug: project.organization_slug,
  projectRef: project.parent_project_ref ?? project.ref,
})

/** Whether organizations that require multi-factor authentication are open to the caller. */
export const hasMfa = ({ principal }: Context): boolean => principal?.hasMfa === true

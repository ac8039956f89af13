import { ApiError } from '@basalt/contract'

import type { StoredProject } from '../store/projects.ts'

/** Who is asking. */
export type Principal = {
  /** Null for the administrator of an install without accounts. */
  userId: string | null
  email: string
  /** Null when an access token or the install itself vouches for the caller. */
  sessionId: string | null
}

/** What a handler may know of the request beyond its input. */
export type Context = {
  principal: Principal | null
  /** The project that the path names, when the caller may see it. */
  project: StoredProject | null
  /** The caller's rules; empty when nobody is signed in. */
  may: (permission: { action: string; resource: string }, organizationSlug: string) => boolean
  client: { address: string; userAgent: string | null; isLoopback: boolean }
  /** Aborted when the caller goes away. */
  signal: AbortSignal
  session: {
    start(userId: string | null): Promise<void>
    end(): Promise<void>
  }
}

/** The caller; routes that are not public always have one. */
export function principalOf(context: Context): Principal {
  if (context.principal === null) throw new ApiError('unauthenticated', 'Sign in to continue')
  return context.principal
}

/** The caller's account, for routes that exist only where there are accounts. */
export function userIdOf(context: Context): string {
  const { userId } = principalOf(context)
  if (userId === null) throw new ApiError('forbidden', 'This needs an account')
  return userId
}

/** The project of the path. */
export function projectOf(context: Context): StoredProject {
  if (context.project === null) throw new ApiError('not_found', 'This project does not exist')
  return context.project
}

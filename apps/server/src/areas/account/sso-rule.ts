import { ApiError } from '@basalt/contract/errors'

import { findMembership, findSsoOfDomain } from '../../store/single-sign-on.ts'
import type { Store } from '../../store/store.ts'

/**
 * Refuses other sign-in methods for addresses whose organization requires single sign-on. The
 * answer is the same whether the account exists or not, and whether the password was correct: only
 * an authenticated owner is let through, so that a failing provider locks out no organization.
 */
export async function refuseWhereSsoIsRequired(
  store: Store,
  email: string,
  provedUserId: string | null,
): Promise<void> {
  const found = await findSsoOfDomain(store, email.slice(email.lastIndexOf('@') + 1))
  if (found === null || !found.provider.is_required) return
  if (provedUserId !== null) {
    const membership = await findMembership(store, found.organization.id, provedUserId)
    if (membership?.role === 'Owner') return
  }
  throw new ApiError(
    'forbidden',
    'Your organization requires single sign-on for this email address. Sign in with single sign-on instead.',
  )
}

import type { Profile } from '@basalt/contract/account/own-profile'
import { ApiError } from '@basalt/contract/errors'
import type { Install } from '@basalt/contract/utility'
import type { QueryClient } from '@tanstack/react-query'

import { setTimeZone } from '../format/time-zone.ts'
import { clearStorage } from '../storage/storage.ts'
import { profileQuery } from './account.ts'
import { notifySessionEnd } from './session-end.ts'

/** The profile of the signed-in user, created at the first visit; undefined without a session. */
export async function currentProfile(
  client: QueryClient,
  install: Install,
): Promise<Profile | undefined> {
  try {
    const profile = await client.ensureQueryData(profileQuery())
    setTimeZone(profile.time_zone)
    return profile
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 401) {
      endSession(client, 'expiry')
      return undefined
    }
    if (error.message !== "User's profile not found") throw error
    const { createProfile } = await import('./profile-creation.ts')
    return createProfile(client, install)
  }
}

/** Deletes all data of the signed-in user in this browser. */
export function endSession(client: QueryClient, reason: 'sign-out' | 'expiry'): void {
  notifySessionEnd(reason)
  clearStorage(reason)
  client.clear()
}

import { ApiError, type Install, type Profile, profiles, signIn } from '@basalt/contract'
import type { QueryClient } from '@tanstack/react-query'

import { notify } from '../ui/toast.ts'
import { organizationsQuery, profileQuery, projectsQuery } from './account.ts'
import { call } from './api.ts'
import { clearStorage } from './storage.ts'

/** The profile of who is signed in, made on the first visit; undefined when nobody is. */
export async function currentProfile(
  client: QueryClient,
  install: Install,
): Promise<Profile | undefined> {
  try {
    return await client.ensureQueryData(profileQuery())
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 401) {
      endSession(client, 'expiry')
      return undefined
    }
    if (error.message !== "User's profile not found") throw error
    return createProfile(client, install)
  }
}

/** SPEC.md section 4, "Profile loading". */
async function createProfile(client: QueryClient, install: Install): Promise<Profile> {
  try {
    await call(profiles.create, {})
  } catch (error) {
    const isThere = error instanceof ApiError && error.code === 409
    if (!isThere) {
      notify.error('Failed to create your profile. Please refresh to try again.')
      throw error
    }
    if (install.development) notify.info('The profile exists already')
  }
  const created = [profileQuery().queryKey, organizationsQuery().queryKey, projectsQuery().queryKey]
  await Promise.all(created.map((queryKey) => client.invalidateQueries({ queryKey })))
  return client.fetchQuery(profileQuery())
}

/** Forgets everything of the person who was signed in, in this browser. */
export function endSession(client: QueryClient, reason: 'sign-out' | 'expiry'): void {
  clearStorage(reason)
  client.clear()
}

/** Signs out on the server and here. The local part happens even when the server is away. */
export async function signOut(client: QueryClient): Promise<void> {
  try {
    await call(signIn.signOut, {})
  } finally {
    endSession(client, 'sign-out')
  }
}

import type { Profile } from '@basalt/contract/account/own-profile'
import { profiles } from '@basalt/contract/account/profile'
import { ApiError } from '@basalt/contract/errors'
import type { Install } from '@basalt/contract/utility'
import type { QueryClient } from '@tanstack/react-query'

import { notify } from '../browser/toast.ts'
import { call } from '../network/api.ts'
import { errorTracking } from '../network/error-tracking.ts'
import { getTelemetry } from '../network/telemetry.ts'
import { organizationsQuery, profileQuery, projectsQuery } from './account.ts'

/** SPEC.md section 4, "Profile loading": creates a missing profile. */
export async function createProfile(client: QueryClient, install: Install): Promise<Profile> {
  try {
    await call(profiles.create, {})
  } catch (error) {
    const isPresent = error instanceof ApiError && error.code === 409
    if (!isPresent) {
      notify.error('Failed to create your profile. Please refresh to try again.')
      throw error
    }
    errorTracking.report(error, { route: profiles.create.path })
    if (install.development) notify.info('The profile already exists')
    return refreshed(client)
  }
  void getTelemetry(install).record({ event: 'sign_up' })
  return refreshed(client)
}

async function refreshed(client: QueryClient): Promise<Profile> {
  const changed = [profileQuery().queryKey, organizationsQuery().queryKey, projectsQuery().queryKey]
  await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })))
  return client.fetchQuery(profileQuery())
}

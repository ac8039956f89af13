import { signOutRoute } from '@basalt/contract/account/sign-out'
import type { QueryClient } from '@tanstack/react-query'

import { call } from '../network/api.ts'
import { deletePersonalDatabases } from '../storage/personal-databases.ts'
import { endSession } from './session.ts'

/** Signs out on the server and here. The local part happens even when the server is away. */
export async function signOut(client: QueryClient): Promise<void> {
  try {
    await call(signOutRoute, {})
  } finally {
    endSession(client, 'sign-out')
    deletePersonalDatabases()
  }
}

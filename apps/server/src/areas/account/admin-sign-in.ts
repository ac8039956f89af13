import { signIn } from '@basalt/contract/account/sign-in'
import { ApiError } from '@basalt/contract/errors'
import { isSameSecret } from '@basalt/identity'

import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import { noteRefusal } from './proofs.ts'

const owner = { kind: 'user', userId: null, name: 'owner@localhost' } as const

type Services = { store: Store; adminPassword: string | null }

/** The one password of an install without accounts. */
export function adminSignInFeature({ store, adminPassword }: Services): Endpoint[] {
  const attempts = createRateLimit({ points: 10, durationSeconds: 15 * 60 })
  return [
    serve(signIn.signInAdmin, async ({ body }, context) => {
      await attempts.consume(context.client.address)
      if (adminPassword === null || !isSameSecret(body.password, adminPassword)) {
        await noteRefusal(store, context, { userId: null, name: owner.name, method: 'password' })
        throw new ApiError('unauthenticated', 'Incorrect password')
      }
      await attempts.forgive(context.client.address)
      await store.transaction().execute(async (tx) => {
        const id = await context.session.start(null, tx)
        await context.audit(tx, {
          action: 'session.started',
          target: { kind: 'session', id },
          after: { method: 'password' },
          actor: owner,
        })
      })
      return { ok: true as const }
    }),
  ]
}

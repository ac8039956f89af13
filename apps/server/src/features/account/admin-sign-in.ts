import { ApiError, signIn } from '@basalt/contract'

import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { isSameSecret } from '../../secrets/tokens.ts'

/** The one password of an install without accounts. */
export function adminSignInFeature(password: string | null): Endpoint[] {
  const attempts = createRateLimit({ points: 10, durationSeconds: 15 * 60 })
  return [
    serve(signIn.signInAdmin, async ({ body }, context) => {
      await attempts.consume(context.client.address)
      if (password === null || !isSameSecret(body.password, password)) {
        throw new ApiError('unauthenticated', 'The password is not right')
      }
      await attempts.forgive(context.client.address)
      await context.session.start(null)
      return { ok: true as const }
    }),
  ]
}

import { accountSecurity } from '@basalt/contract/account/second-factors'
import { ApiError } from '@basalt/contract/errors'
import type { InputOf } from '@basalt/contract/route'
import { creationOptions, getChallenge, hashToken, verifyNewPasskey } from '@basalt/identity'

import { type Context, getPrincipal, getUserId } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { usersWithMfa } from '../../store/second-factors.ts'
import type { Store } from '../../store/store.ts'
import { takeChallenge } from './challenge-store.ts'
import { isUuid } from './ids.ts'
import { deletePasskey, insertPasskey, listPasskeys, renamePasskey } from './passkey-store.ts'
import { type Proofs, requireConfirmation } from './proofs.ts'
import { afterFactorAdded, afterFactorRemoved } from './second-factors.ts'

type Services = { store: Store; proofs: Proofs }

const ok = { ok: true } as const
const maxPasskeys = 25

/** The passkeys of an account, WebAuthn level 3. */
export function passkeyFeature(services: Services): Endpoint[] {
  const { store, proofs } = services
  return [
    serve(accountSecurity.startPasskey, async (_, context) => {
      const userId = getUserId(context)
      await requireConfirmation(store, context)
      const passkeys = await listPasskeys(store, userId)
      if (passkeys.length >= maxPasskeys) {
        throw new ApiError('conflict', `An account has at most ${maxPasskeys} passkeys`)
      }
      const challenge = await proofs.challenge(store, userId, 'passkey-registration')
      const { email } = getPrincipal(context)
      return creationOptions(proofs.party, challenge, { id: userId, email, passkeys })
    }),
    serve(accountSecurity.addPasskey, async ({ body }, context) => ({
      recovery_codes: await addPasskey(services, context, body),
    })),
    serve(accountSecurity.renamePasskey, async ({ params, body }, context) => {
      const userId = getUserId(context)
      await store.transaction().execute(async (tx) => {
        const before = isUuid(params.id)
          ? await renamePasskey(tx, userId, { id: params.id, name: body.name })
          : null
        if (before === null) throw removedAlready()
        await context.audit(tx, {
          action: 'passkey.renamed',
          target: { kind: 'passkey', id: params.id, name: body.name },
          accountId: userId,
          before: { name: before },
          after: { name: body.name },
        })
      })
      return ok
    }),
    serve(accountSecurity.removePasskey, async ({ params }, context) => {
      const userId = getUserId(context)
      await requireConfirmation(store, context)
      await store.transaction().execute(async (tx) => {
        const name = isUuid(params.id) ? await deletePasskey(tx, userId, params.id) : null
        if (name === null) throw removedAlready()
        await context.audit(tx, {
          action: 'passkey.removed',
          target: { kind: 'passkey', id: params.id, name },
          accountId: userId,
        })
        await afterFactorRemoved(tx, context)
      })
      return ok
    }),
  ]
}

async function addPasskey(
  { store, proofs }: Services,
  context: Context,
  { name, credential }: InputOf<typeof accountSecurity.addPasskey>['body'],
): Promise<string[] | null> {
  const userId = getUserId(context)
  await requireConfirmation(store, context)
  return store.transaction().execute(async (tx) => {
    const challenge = getChallenge(credential)
    const requested =
      challenge === null
        ? null
        : await takeChallenge(tx, 'passkey-registration', hashToken(challenge))
    if (challenge === null || requested?.userId !== userId) throw notAccepted()
    const key = await verifyNewPasskey(proofs.party, challenge, credential)
    if (key === null) throw notAccepted()
    const hadMfa = (await usersWithMfa(tx, [userId])).has(userId)
    const stored = await insertPasskey(tx, {
      userId,
      name,
      ...key,
      transports: credential.response.transports ?? [],
    })
    if (stored === null) throw new ApiError('conflict', 'This passkey is already registered')
    await context.audit(tx, {
      action: 'passkey.added',
      target: { kind: 'passkey', id: stored.id, name },
      accountId: userId,
    })
    return afterFactorAdded(tx, context, { vault: proofs.vault, hadMfa })
  })
}

const removedAlready = () => new ApiError('not_found', 'This passkey was already removed')

const notAccepted = () =>
  new ApiError('invalid_request', 'The passkey was rejected. Try to add it again.')

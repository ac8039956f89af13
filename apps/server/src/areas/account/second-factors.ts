import { accountSecurity } from '@basalt/contract/account/second-factors'
import { ApiError } from '@basalt/contract/errors'
import {
  hashRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  stepOfCode,
  totpUri,
} from '@basalt/identity'

import { type Context, getPrincipal, getUserId } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Vault } from '../../secrets/vault.ts'
import {
  countRecoveryCodes,
  deleteAuthenticator,
  holdWaitingAuthenticator,
  insertAuthenticator,
  listAuthenticators,
  replaceRecoveryCodes,
  setAuthenticatorVerified,
  usersWithMfa,
} from '../../store/second-factors.ts'
import type { Store } from '../../store/store.ts'
import { renewSessions } from './begin-sign-in.ts'
import { isUuid } from './ids.ts'
import { listPasskeys } from './passkey-store.ts'
import { authenticatorPurpose, type Proofs, requireConfirmation } from './proofs.ts'
import { findUserById } from './user-store.ts'

type Services = { store: Store; proofs: Proofs }

const ok = { ok: true } as const
const maxAuthenticators = 10

/** Authenticator apps and recovery codes of an account. */
export function secondFactorFeature(services: Services): Endpoint[] {
  const { store, proofs } = services
  return [
    serve(accountSecurity.get, async (_, context) => overview(services, getUserId(context))),
    serve(accountSecurity.startAuthenticator, async ({ body }, context) => {
      const userId = getUserId(context)
      await requireConfirmation(store, context)
      if ((await listAuthenticators(store, userId)).length >= maxAuthenticators) {
        throw new ApiError(
          'conflict',
          `An account has at most ${maxAuthenticators} authenticator apps`,
        )
      }
      const secret = newTotpSecret()
      const sealedSecret = proofs.vault.seal(secret, authenticatorPurpose(userId))
      const { id } = await store
        .transaction()
        .execute((tx) => insertAuthenticator(tx, { userId, name: body.name, sealedSecret }))
      return {
        id,
        secret,
        uri: totpUri(secret, { issuer: 'Basalt', account: getPrincipal(context).email }),
      }
    }),
    serve(accountSecurity.verifyAuthenticator, async ({ params, body }, context) =>
      verifyAuthenticator(services, context, { id: params.id, code: body.code }),
    ),
    serve(accountSecurity.removeAuthenticator, async ({ params }, context) => {
      const userId = getUserId(context)
      await requireConfirmation(store, context)
      await store.transaction().execute(async (tx) => {
        const name = isUuid(params.id) ? await deleteAuthenticator(tx, userId, params.id) : null
        if (name === null) throw new ApiError('not_found', 'This app was already removed')
        await context.audit(tx, {
          action: 'authenticator.removed',
          target: { kind: 'authenticator', id: params.id, name },
          accountId: userId,
        })
        await afterFactorRemoved(tx, context)
      })
      return ok
    }),
    serve(accountSecurity.renewRecoveryCodes, async (_, context) => {
      const userId = getUserId(context)
      await requireConfirmation(store, context)
      const codes = await store.transaction().execute(async (tx) => {
        if (!(await usersWithMfa(tx, [userId])).has(userId)) {
          throw new ApiError(
            'conflict',
            'Recovery codes require a second factor. Add an authenticator app or a passkey first.',
          )
        }
        return renewCodes(tx, proofs.vault, context)
      })
      return { recovery_codes: codes }
    }),
  ]
}

async function overview({ store, proofs }: Services, userId: string) {
  const [user, authenticators, passkeys, remaining] = await Promise.all([
    findUserById(store, userId),
    listAuthenticators(store, userId),
    listPasskeys(store, userId),
    countRecoveryCodes(store, userId),
  ])
  const times = (factor: { createdAt: Date; lastUsedAt: Date | null }) => ({
    created_at: factor.createdAt.toISOString(),
    last_used_at: factor.lastUsedAt?.toISOString() ?? null,
  })
  return {
    has_password: user?.passwordHash !== null,
    authenticators: authenticators.map((app) => ({ id: app.id, name: app.name, ...times(app) })),
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      ...times(passkey),
      is_backed_up: passkey.isBackedUp,
    })),
    recovery_codes_left: remaining,
    passkey_origin: proofs.party.origin,
  }
}

async function verifyAuthenticator(
  { store, proofs }: Services,
  context: Context,
  { id, code }: { id: string; code: string },
) {
  const userId = getUserId(context)
  await requireConfirmation(store, context)
  await proofs.attempts.consume(userId)
  const recoveryCodes = await store.transaction().execute(async (tx) => {
    const hadMfa = (await usersWithMfa(tx, [userId])).has(userId)
    const app = isUuid(id) ? await holdWaitingAuthenticator(tx, userId, id) : null
    if (app === null) {
      throw new ApiError('not_found', 'No code is expected for this app. Add it again.')
    }
    const secret = proofs.vault.open(app.sealedSecret, authenticatorPurpose(userId))
    const step = secret === null ? null : stepOfCode(secret, code)
    if (step === null) throw wrongFirstCode()
    await setAuthenticatorVerified(tx, id, step)
    await context.audit(tx, {
      action: 'authenticator.added',
      target: { kind: 'authenticator', id, name: app.name },
      accountId: userId,
    })
    return afterFactorAdded(tx, context, { vault: proofs.vault, hadMfa })
  })
  await proofs.attempts.forgive(userId)
  return { recovery_codes: recoveryCodes }
}

/**
 * Follows a new factor: the first one creates recovery codes, returned once, and ends sessions that
 * started without it.
 */
export async function afterFactorAdded(
  tx: Store,
  context: Context,
  { vault, hadMfa }: { vault: Vault; hadMfa: boolean },
): Promise<string[] | null> {
  if (hadMfa) return null
  const person = { id: getUserId(context), email: getPrincipal(context).email }
  await noteMfa(tx, context, 'mfa.enabled')
  const codes = await renewCodes(tx, vault, context)
  await renewSessions(tx, person, context)
  return codes
}

/** Follows a removed factor: without any, recovery codes are deleted. */
export async function afterFactorRemoved(tx: Store, context: Context): Promise<void> {
  const person = { id: getUserId(context), email: getPrincipal(context).email }
  if ((await usersWithMfa(tx, [person.id])).has(person.id)) return
  await replaceRecoveryCodes(tx, person.id, [])
  await noteMfa(tx, context, 'mfa.disabled')
  await renewSessions(tx, person, context)
}

async function renewCodes(tx: Store, vault: Vault, context: Context): Promise<string[]> {
  const userId = getUserId(context)
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(vault, userId, code)),
  )
  await context.audit(tx, {
    action: 'recovery_codes.renewed',
    target: { kind: 'account', id: userId, name: getPrincipal(context).email },
    accountId: userId,
    after: { count: codes.length },
  })
  return codes
}

const noteMfa = (tx: Store, context: Context, action: 'mfa.enabled' | 'mfa.disabled') =>
  context.audit(tx, {
    action,
    target: { kind: 'account', id: getUserId(context), name: getPrincipal(context).email },
    accountId: getUserId(context),
    after: { is_mfa_enabled: action === 'mfa.enabled' },
  })

function wrongFirstCode() {
  const message =
    'Incorrect code. Enter the code that your app shows now, and check the clock of its device.'
  return new ApiError('invalid_request', message, { fields: { code: message } })
}

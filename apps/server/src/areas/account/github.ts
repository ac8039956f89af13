import { signIn } from '@basalt/contract/account/sign-in'
import { ApiError } from '@basalt/contract/errors'
import { isSameSecret, newToken } from '@basalt/identity'

import type { Context } from '../../http/context.ts'
import type { GithubAccount, GithubProvider } from '../../http/ports.ts'
import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Vault } from '../../secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { noteSignUp } from './sign-in.ts'
import { refuseWhereSsoIsRequired } from './sso-rule.ts'
import {
  findUserByEmail,
  findUserByIdentity,
  insertIdentity,
  insertProfile,
  insertUser,
  type User,
} from './user-store.ts'

const purpose = 'github-state'
const cookie = 'github'
const stateMs = 10 * 60 * 1000

export function githubFeature(services: {
  store: Store
  vault: Vault
  provider: GithubProvider
  publicUrl: string
}): Endpoint[] {
  const { store, vault, provider } = services
  const attempts = createRateLimit({ points: 30, durationSeconds: 15 * 60 })
  const redirectUri = `${services.publicUrl}/sign-in/github`
  return [
    serve(signIn.startGithub, async ({ body }, context) => {
      const once = newToken()
      context.cookies.write(cookie, once, stateMs / 1000)
      const state = vault.seal(
        JSON.stringify({
          returnTo: body.return_to ?? null,
          until: Date.now() + stateMs,
          once,
        }),
        purpose,
      )
      return { url: provider.authorizeUrl(state, redirectUri) }
    }),
    serve(signIn.finishGithub, async ({ body }, context) => {
      await attempts.consume(context.client.address)
      const state = readState(vault.open(body.state, purpose), context.cookies.read(cookie))
      // The state is used up by success and failure alike.
      context.cookies.write(cookie, '', 0)
      const account = await provider.getAccount(body.code, redirectUri)
      const step = await store.transaction().execute(async (tx) => {
        const user = await getUser(tx, account, context)
        await refuseWhereSsoIsRequired(tx, user.email, user.id)
        return beginSignIn(tx, { ...user, method: 'github' }, context)
      })
      return { ...step, return_to: state.returnTo }
    }),
  ]
}

/** A state belongs to the browser that started the sign-in, identified by a cookie. */
function readState(text: string | null, browser: string | null): { returnTo: string | null } {
  const state =
    text === null
      ? null
      : (JSON.parse(text) as { returnTo: string | null; until: number; once: string })
  if (state === null || state.until < Date.now()) {
    throw new ApiError('invalid_request', 'This sign-in took too long. Start again.')
  }
  if (browser === null || !isSameSecret(browser, state.once)) {
    throw new ApiError(
      'invalid_request',
      'This sign-in was not started in this browser, or was already used. Start again.',
    )
  }
  return state
}

/** The account linked before, else the one with the same verified address, else a new one. */
async function getUser(tx: Store, account: GithubAccount, context: Context): Promise<User> {
  const identity = { provider: 'github', accountId: account.id }
  const known = await findUserByIdentity(tx, identity)
  if (known !== null) return known
  const { email, name } = account
  if (email === null) {
    throw new ApiError('invalid_request', 'Error sending confirmation mail')
  }
  const existing = await findUserByEmail(tx, email)
  // An unverified address may have been registered by an attacker.
  if (existing !== null && !existing.isVerified) {
    throw new ApiError(
      'conflict',
      'An account with this email address already exists. Sign in with its password.',
    )
  }
  const user =
    existing ?? (await insertUser(tx, { email, name, passwordHash: null, isVerified: true }))
  if (user === null) throw new ApiError('conflict', 'This account is being created. Try again.')
  await insertProfile(tx, user.id)
  if (existing === null) await noteSignUp(tx, user, context)
  await insertIdentity(tx, { ...identity, userId: user.id })
  await context.audit(tx, {
    action: 'identity.linked',
    target: { kind: 'identity', id: account.id, name: 'GitHub' },
    accountId: user.id,
    actor: { kind: 'user', userId: user.id, name: user.email },
  })
  return user
}

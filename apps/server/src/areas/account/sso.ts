import { ssoSignIn } from '@basalt/contract/account/sso'
import { ApiError } from '@basalt/contract/errors'
import { hashToken, newToken, type OpenId, type OpenIdClient, OpenIdError } from '@basalt/identity'

import type { Context } from '../../http/context.ts'
import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Vault } from '../../secrets/vault.ts'
import { recordAttempt } from '../../store/audit.ts'
import {
  findSsoOfDomain,
  findUsableSso,
  insertSsoSignIn,
  ssoSecretPurpose,
  type StoredSsoProvider,
  takeSsoSignIn,
  type UsableSso,
} from '../../store/single-sign-on.ts'
import type { Store } from '../../store/store.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { getPerson, readPerson } from './sso-person.ts'

type SsoServices = { store: Store; vault: Vault; openId: OpenId; publicUrl: string }

const stateMs = 10 * 60 * 1000
const quarterHour = 15 * 60
const cookie = 'sso'
const verifierPurpose = 'sso-code-verifier'

/**
 * Sign-in through the identity provider of an organization. The answer to a start depends on
 * the domain of the address alone: domains are public, accounts are not.
 */
export function ssoFeature(services: SsoServices): Endpoint[] {
  const { store } = services
  const limits = {
    start: createRateLimit({ points: 60, durationSeconds: quarterHour }),
    finish: createRateLimit({ points: 60, durationSeconds: quarterHour }),
  }
  return [
    serve(ssoSignIn.start, async ({ body }, context) => {
      await limits.start.consume(context.client.address)
      const found = await findSsoOfDomain(store, getDomain(body.email))
      if (found === null) {
        throw new ApiError(
          'not_found',
          'Single sign-on is not set up for this email address. Sign in with your password instead.',
        )
      }
      return { url: await start(services, found, { ...body, context }) }
    }),
    serve(ssoSignIn.finish, async ({ body }, context) => {
      await limits.finish.consume(context.client.address)
      const started = await take(store, body.state, context)
      const found = await findUsableSso(store, started.provider_id)
      if (found === null) {
        throw new ApiError('forbidden', 'Single sign-on was switched off by the organization')
      }
      const step = await noteFailures(services, { found, context }, async () => {
        const answer = new URL(`${services.publicUrl}/sign-in-sso/return`)
        for (const [name, value] of Object.entries(body)) {
          if (value !== undefined) answer.searchParams.set(name, value)
        }
        const claims = await services.openId.listClaims(
          getClient(services, found.provider),
          answer,
          {
            state: body.state,
            nonce: started.nonce,
            codeVerifier: services.vault.open(started.sealed_code_verifier, verifierPurpose) ?? '',
          },
        )
        const person = readPerson(claims, found.provider)
        return store.transaction().execute(async (tx) => {
          const user = await getPerson(tx, { person, found, context })
          return beginSignIn(tx, { ...user, method: 'sso' }, context)
        })
      })
      context.cookies.write(cookie, '', 0)
      return { ...step, return_to: started.return_to }
    }),
  ]
}

const getDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

function getClient({ vault }: SsoServices, provider: StoredSsoProvider): OpenIdClient {
  const purpose = ssoSecretPurpose(provider.organization_id)
  const clientSecret = vault.open(provider.sealed_client_secret, purpose)
  if (clientSecret === null) {
    throw new OpenIdError('The client secret cannot be read. Enter it again in the settings.')
  }
  return { issuer: provider.issuer, clientId: provider.client_id, clientSecret }
}

type Start = { email: string; return_to?: string | undefined; context: Context }

async function start(services: SsoServices, found: UsableSso, input: Start): Promise<string> {
  const { store, vault, openId, publicUrl } = services
  const { context } = input
  // Several windows of one browser may be signing in.
  const browser = context.cookies.read(cookie) ?? newToken()
  const sent = { state: newToken(), nonce: newToken(), codeVerifier: newToken() }
  const url = await noteFailures(services, { found, context }, () =>
    openId.authorizeUrl(getClient(services, found.provider), `${publicUrl}/sign-in-sso/return`, {
      ...sent,
      email: input.email,
    }),
  )
  await insertSsoSignIn(store, {
    state_hash: hashToken(sent.state),
    browser_hash: hashToken(browser),
    provider_id: found.provider.id,
    nonce: sent.nonce,
    sealed_code_verifier: vault.seal(sent.codeVerifier, verifierPurpose),
    return_to: input.return_to ?? null,
    expires_at: new Date(Date.now() + stateMs),
  })
  context.cookies.write(cookie, browser, stateMs / 1000)
  return url
}

async function take(store: Store, state: string, { cookies }: Context) {
  const browser = cookies.read(cookie)
  const started =
    browser === null ? null : await takeSsoSignIn(store, hashToken(state), hashToken(browser))
  if (started === null) {
    throw new ApiError(
      'invalid_request',
      'This sign-in has expired, was already used or was started in another browser. Start again.',
    )
  }
  return started
}

type Attempt = { found: UsableSso; context: Context }

/** The organization's log and the answer have the reason of a failed sign-in. */
async function noteFailures<T>(
  { store }: SsoServices,
  { found, context }: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OpenIdError) && !(error instanceof ApiError)) throw error
    await recordAttempt(store, context.origin, {
      action: 'session.refused',
      outcome: 'failed',
      target: {
        kind: 'identity_provider',
        id: found.provider.id,
        name: found.provider.issuer,
      },
      organizationId: found.organization.id,
      after: { method: 'sso', reason: error.message },
    })
    if (error instanceof ApiError) throw error
    throw new ApiError('unauthenticated', `${error.message}. Start the sign-in again.`, {
      cause: error,
    })
  }
}

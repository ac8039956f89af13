import type { Configuration, ServerMetadata } from 'openid-client'

import { type OutboundNetwork, OutboundError } from './outbound-network.ts'
import { hashToken } from './tokens.ts'

/** An organization's settings of its identity provider. */
export type OpenIdClient = { issuer: string; clientId: string; clientSecret: string }

/** Values that were sent with a sign-in, which the response must match. */
type Expected = { state: string; nonce: string; codeVerifier: string }

type Claims = Readonly<Record<string, unknown>> & { sub: string }

/** The message describes the problem with the provider or its answer, and is fit for any user. */
export class OpenIdError extends Error {
  override readonly name = 'OpenIdError'
}

export type ProviderFacts = {
  metadata: ServerMetadata
  signingKeys: number
}

/** OpenID Connect with PKCE, state and nonce; signatures are always checked. */
export type OpenId = {
  /** The provider's metadata and keys, freshly requested. */
  inspect(issuer: string): Promise<ProviderFacts>
  /** The address to send the browser to. */
  authorizeUrl(
    client: OpenIdClient,
    redirectUri: string,
    more: Expected & { email: string },
  ): Promise<string>
  /** The claims of the user who signed in. `answer` is the address that the browser returned to. */
  listClaims(client: OpenIdClient, answer: URL, expected: Expected): Promise<Claims>
}

// The library is loaded with the first sign-in: most installs never need it.
const library = () => import('openid-client')

const retentionMs = 10 * 60 * 1000

export function openIdConnect(outside: OutboundNetwork): OpenId {
  const getConfig = storedConfigurations(outside)
  return {
    inspect: (issuer) =>
      said(async () => {
        const metadata = await getMetadata(outside, issuer)
        return { metadata, signingKeys: await countKeys(outside, metadata.jwks_uri) }
      }),
    authorizeUrl: (client, redirectUri, more) =>
      said(async () => {
        const openid = await library()
        const url = openid.buildAuthorizationUrl(await getConfig(client), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: more.state,
          nonce: more.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(more.codeVerifier),
          code_challenge_method: 'S256',
          login_hint: more.email,
        })
        return url.href
      }),
    listClaims: (client, answer, expected) =>
      said(async () => {
        const openid = await library()
        const config = await getConfig(client)
        const tokens = await openid.authorizationCodeGrant(config, answer, {
          expectedState: expected.state,
          expectedNonce: expected.nonce,
          pkceCodeVerifier: expected.codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new OpenIdError('The identity provider sent no identity')
        if (config.serverMetadata().userinfo_endpoint === undefined) return claims
        const more = await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
        // Signed claims take precedence over unsigned ones.
        return { ...more, ...claims }
      }),
  }
}

async function getMetadata(outside: OutboundNetwork, issuer: string): Promise<ServerMetadata> {
  const openid = await library()
  const found = await openid.discovery(new URL(issuer), 'basalt', undefined, openid.None(), {
    // `outside` decides for each address whether http is allowed.
    execute: [openid.allowInsecureRequests],
    [openid.customFetch]: (url, options) => outside.fetch(url, options),
  })
  return found.serverMetadata()
}

/** Metadata and keys are cached for ten minutes; another secret is another client. */
function storedConfigurations(outside: OutboundNetwork) {
  const known = new Map<string, { at: number; config: Configuration }>()
  return async (client: OpenIdClient): Promise<Configuration> => {
    const { issuer, clientId, clientSecret } = client
    const key = JSON.stringify([issuer, clientId, hashToken(clientSecret).toString('hex')])
    const stored = known.get(key)
    if (stored !== undefined && stored.at > Date.now() - retentionMs) return stored.config
    const metadata = await getMetadata(outside, issuer)
    const openid = await library()
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    // Providers disagree on how a secret is encoded in the header; the form has one way.
    const authentication = methods.includes('client_secret_post')
      ? openid.ClientSecretPost(clientSecret)
      : openid.ClientSecretBasic(clientSecret)
    const facts = { [openid.clockTolerance]: 30 }
    const config = new openid.Configuration(metadata, clientId, facts, authentication)
    openid.allowInsecureRequests(config)
    openid.enableNonRepudiationChecks(config)
    config[openid.customFetch] = (url, options) => outside.fetch(url, options)
    known.set(key, { at: Date.now(), config })
    return config
  }
}

async function countKeys(outside: OutboundNetwork, url: string | undefined): Promise<number> {
  if (url === undefined) throw new OpenIdError('The metadata of the provider has no jwks_uri')
  const answer = await outside.fetch(url, { headers: { accept: 'application/json' } })
  const body = (await answer.json().catch(() => null)) as { keys?: unknown } | null
  if (!answer.ok || !Array.isArray(body?.keys)) {
    throw new OpenIdError('The keys of the provider could not be read from its jwks_uri')
  }
  return body.keys.length
}

/** Converts any failure into a sentence about the provider. */
async function said<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OpenIdError) throw error
    const outside = causes(error).find((one) => one instanceof OutboundError)
    throw new OpenIdError(outside?.message ?? describeAs(error), { cause: error })
  }
}

const sentences: readonly [pattern: RegExp, sentence: string][] = [
  [
    /invalid_client|unauthorized_client/u,
    'The identity provider rejected the client id or its secret',
  ],
  [/invalid_grant/u, 'The identity provider no longer recognizes this sign-in'],
  [/"nonce"/u, "The identity provider's response belongs to another sign-in"],
  [/"aud"|"azp"/u, "The identity provider's response is for another application"],
  [/"iss"/u, "The identity provider's response has another issuer"],
  [
    /"exp"|"iat"|"nbf"|timestamp/u,
    "The identity provider's response has expired, or its clock is wrong",
  ],
  [/signature/iu, "The identity provider's response is not signed with its keys"],
  [/state/u, 'The response belongs to another sign-in'],
  [/"issuer"/u, 'The metadata of the provider has another issuer'],
  [
    /metadata|well-known|unexpected HTTP|HTTP response/iu,
    'The metadata of the provider could not be read',
  ],
]

function describeAs(error: unknown): string {
  const text = causes(error)
    .map((one) => `${one.message} ${'error' in one ? String(one.error) : ''}`)
    .join(' ')
  return (
    sentences.find(([pattern]) => pattern.test(text))?.[1] ??
    "The identity provider's response could not be parsed"
  )
}

function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : []
}

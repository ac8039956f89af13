import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

type Claims = Record<string, unknown>

/** The parameters of a sign-in at the provider. */
type Grant = { nonce: string; challenge: string; redirectUri: string }

/** How the provider misbehaves. */
type Fault = {
  claims?: Claims
  /** Signs with an unknown key. */
  isForged?: boolean
  /** Changes the token after it was signed. */
  isTampered?: boolean
  /** Answers the metadata of another issuer. */
  issuer?: string
}

const clientId = 'basalt'
const clientSecret = 'correct-horse'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

type Key = ReturnType<typeof newKey>

/** The state of the provider. */
type State = {
  url: string
  key: Key
  foreign: Key
  grants: Map<string, Grant>
  person: Claims
  fault: Fault
}

/**
 * A local OpenID Connect provider: it signs in the user of `signIn`, with its own keys, and makes
 * the checks of a strict provider.
 */
export async function startIdentityProvider() {
  const state: State = {
    url: '',
    key: newKey(),
    foreign: newKey(),
    grants: new Map(),
    person: {},
    fault: {},
  }
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { pathname } = new URL(request.url ?? '/', 'http://provider')
    if (pathname === '/.well-known/openid-configuration') return [200, getMetadata(state)]
    if (pathname === '/keys') return [200, { keys: [state.key.jwk] }]
    return pathname === '/token' ? getToken(state, request) : [404, {}]
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const [status, body] = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer: state.url,
    clientId,
    clientSecret,
    /** The user at the browser; `sub` is the account at the provider. */
    signIn(claims: Claims & { sub: string }) {
      state.person = claims
    },
    /** The fault of the next answers; without an argument they are correct again. */
    misbehave(wrong: Fault = {}) {
      state.fault = wrong
    },
    /** The parameters that the browser returns from the provider's page. */
    visit(authorizeUrl: string): { code: string; state: string } {
      const requested = new URL(authorizeUrl).searchParams
      const code = randomUUID()
      state.grants.set(code, {
        nonce: requested.get('nonce') ?? '',
        challenge: requested.get('code_challenge') ?? '',
        redirectUri: requested.get('redirect_uri') ?? '',
      })
      return { code, state: requested.get('state') ?? '' }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

type Answer = readonly [status: number, body: object]

const getMetadata = ({ url, fault }: State) => ({
  issuer: fault.issuer ?? url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email', 'profile'],
  claims_supported: ['sub', 'email', 'name'],
  code_challenge_methods_supported: ['S256'],
})

/** A code works once, with the secret and the verifier. */
async function getToken(state: State, request: IncomingMessage): Promise<Answer> {
  const form = new URLSearchParams(await toText(request))
  const code = form.get('code') ?? ''
  const grant = state.grants.get(code)
  state.grants.delete(code)
  if (getSecret(request) !== `${clientId}:${clientSecret}`)
    return [401, { error: 'invalid_client' }]
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const isRight = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri')
  if (grant === undefined || !isRight) return [400, { error: 'invalid_grant' }]
  return [200, { access_token: 'a', token_type: 'Bearer', id_token: getIdToken(state, grant) }]
}

function getIdToken({ url, key, foreign, person, fault }: State, grant: Grant): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: url,
    aud: clientId,
    iat: now,
    exp: now + 300,
    nonce: grant.nonce,
    ...person,
    ...fault.claims,
  }
  const head = encode({ alg: 'RS256', typ: 'JWT', kid: 'one' })
  const signed = `${head}.${encode(claims)}`
  const by = fault.isForged === true ? foreign : key
  const signature = createSign('RSA-SHA256').update(signed).sign(by.privateKey, 'base64url')
  const shown = fault.isTampered === true ? { ...claims, sub: 'somebody-else' } : claims
  return `${head}.${encode(shown)}.${signature}`
}

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }
  return { privateKey, jwk }
}

/** RFC 6749, section 2.3.1: both parts are encoded like a form before they are joined. */
const getSecret = ({ headers }: IncomingMessage) =>
  decodeURIComponent(
    Buffer.from((headers.authorization ?? '').slice('Basic '.length), 'base64').toString(),
  )

async function toText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

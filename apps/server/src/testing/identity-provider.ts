import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

type Claims = Record<string, unknown>

/** What a sign-in at the provider was asked for. */
type Grant = { nonce: string; challenge: string; redirectUri: string }

/** How the provider misbehaves. */
type Fault = {
  claims?: Claims
  /** Signs with a key that nobody knows. */
  isForged?: boolean
  /** Changes the token after it was signed. */
  isTampered?: boolean
  /** Answers the metadata of another issuer. */
  issuer?: string
}

const clientId = 'basalt'
const clientSecret = 'correct-horse'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * An OpenID Connect provider on this machine: it signs in whoever `person` says, with keys of
 * its own, and checks what a careful provider checks.
 */
export async function startIdentityProvider() {
  const [key, foreign] = [newKey(), newKey()]
  const grants = new Map<string, Grant>()
  let person: Claims = {}
  let fault: Fault = {}

  const idToken = (grant: Grant) => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: url(),
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce: grant.nonce,
      ...person,
      ...fault.claims,
    }
    const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'one' })}.${encode(claims)}`
    const by = fault.isForged === true ? foreign : key
    const signature = createSign('RSA-SHA256').update(signed).sign(by.privateKey, 'base64url')
    const [head, body] = signed.split('.')
    const shown = fault.isTampered === true ? encode({ ...claims, sub: 'somebody-else' }) : body
    return `${head}.${shown}.${signature}`
  }

  const token = async (request: IncomingMessage) => {
    const form = new URLSearchParams(await textOf(request))
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    if (secretOf(request) !== `${clientId}:${clientSecret}`) {
      return [401, { error: 'invalid_client' }] as const
    }
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri')
    if (grant === undefined || !isRight) return [400, { error: 'invalid_grant' }] as const
    const answer = { access_token: 'a', token_type: 'Bearer', id_token: idToken(grant) }
    return [200, answer] as const
  }

  const answers: Record<string, (request: IncomingMessage) => Promise<readonly [number, object]>> =
    {
      '/.well-known/openid-configuration': async () => [
        200,
        {
          issuer: fault.issuer ?? url(),
          authorization_endpoint: `${url()}/authorize`,
          token_endpoint: `${url()}/token`,
          jwks_uri: `${url()}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          scopes_supported: ['openid', 'email', 'profile'],
          claims_supported: ['sub', 'email', 'name'],
          code_challenge_methods_supported: ['S256'],
        },
      ],
      '/keys': async () => [200, { keys: [{ ...key.jwk, kid: 'one', use: 'sig', alg: 'RS256' }] }],
      '/token': token,
    }
  const server = createServer((request, response) => {
    const answer = answers[new URL(request.url ?? '/', 'http://provider').pathname]
    void (answer?.(request) ?? Promise.resolve([404, {}] as const)).then(([status, body]) =>
      send(response, status, body),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer: url(),
    clientId,
    clientSecret,
    /** Who sits at the browser; `sub` names the account at the provider. */
    signIn(claims: Claims & { sub: string }) {
      person = claims
    },
    /** How the next answers are wrong; without an argument they are right again. */
    misbehave(wrong: Fault = {}) {
      fault = wrong
    },
    /** What the browser brings back from the page that it was sent to. */
    visit(authorizeUrl: string): { code: string; state: string } {
      const asked = new URL(authorizeUrl).searchParams
      const code = randomUUID()
      grants.set(code, {
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
      })
      return { code, state: asked.get('state') ?? '' }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { privateKey, jwk: publicKey.export({ format: 'jwk' }) }
}

/** RFC 6749, section 2.3.1: both parts are encoded like a form before they are joined. */
const secretOf = ({ headers }: IncomingMessage) =>
  decodeURIComponent(
    Buffer.from((headers.authorization ?? '').slice('Basic '.length), 'base64').toString(),
  )

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

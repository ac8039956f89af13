import type { AnyRoute } from '@basalt/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Vault } from '../secrets/vault.ts'
import { cookieName, readBasicPassword, readBearer, readCookie } from './credential.ts'
import { listHoldings } from './holdings.ts'
import { knownBrowserSeconds, readKnownBrowser, rememberAccount } from './known-browser.ts'
import { isLocalCall, getPageUrl } from './local-call.ts'
import type { Caller } from './pipeline.ts'
import type { IdentitySource } from './ports.ts'

type Asked = Partial<Pick<AnyRoute, 'isAnonymous' | 'permission' | 'acceptsBasic'>>

/** Reads who is calling, once per request, for API calls and for pages alike. */
export function createCallerReader(options: {
  identity: IdentitySource
  vault: Vault
  publicUrl: string
}) {
  const isSecure = options.publicUrl.startsWith('https:')
  const setCookie = (name: string, value: string, maxAgeSeconds: number) =>
    `${cookieName(name, isSecure)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

  return async function getCaller(
    request: FastifyRequest,
    reply: FastifyReply,
    { isAnonymous, permission, acceptsBasic }: Asked = {},
  ): Promise<{ caller: Caller }> {
    // Registered before the first await: a client that disconnects during one is noticed.
    const deleted = new AbortController()
    listHoldings(request).onEnd(() => {
      if (!reply.raw.writableFinished) deleted.abort()
    })
    const read = (name: string) => readCookie(request.headers, name, isSecure)
    const write = (name: string, value: string, maxAgeSeconds: number) =>
      void reply.header('set-cookie', setCookie(name, value, maxAgeSeconds))
    const cookie = read('session')
    const client = {
      address: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
      isLoopback: isLocalCall(request, options.publicUrl),
    }
    const basic = acceptsBasic === true ? readBasicPassword(request.headers) : null
    const bearer = readBearer(request.headers) ?? basic
    const principal =
      isAnonymous === true
        ? null
        : await options.identity.identify({
            cookie,
            bearer,
            isLoopback: client.isLoopback,
            ref: getRef(request.params),
            // Requests about the account or the whole install are rare, and read from the database.
            skipsCache: typeof permission !== 'object',
          })
    const remember = (accountId: string) => {
      const before = readKnownBrowser(options.vault, read('browser'))
      write('browser', rememberAccount(options.vault, before, accountId), knownBrowserSeconds)
    }
    return {
      caller: {
        principal,
        requestId: request.id,
        client,
        pageUrl: getPageUrl(request, options.publicUrl),
        signal: deleted.signal,
        keepRows: (release) => listHoldings(request).onAnswer(release),
        cookies: { read, write },
        knownBrowserOf(accountId) {
          const browser = readKnownBrowser(options.vault, read('browser'))
          return browser?.accounts.includes(accountId) === true ? browser.id : null
        },
        session: getSession({ identity: options.identity, cookie, client, write, remember }),
      },
    }
  }
}

type Parts = {
  identity: IdentitySource
  cookie: string | null
  client: Caller['client']
  write: Caller['cookies']['write']
  remember: (accountId: string) => void
}

const getSession = ({ identity, cookie, client, write, remember }: Parts): Caller['session'] => ({
  async start(userId, tx) {
    // The old session ends, so a planted one cannot be taken over.
    if (cookie !== null) await identity.endSession(cookie, tx)
    const { id, token, maxAgeSeconds } = await identity.startSession(userId, client, tx)
    write('session', token, maxAgeSeconds)
    if (userId !== null) remember(userId)
    return id
  },
  async end(tx) {
    if (cookie !== null) await identity.endSession(cookie, tx)
    write('session', '', 0)
  },
})

function getRef(params: unknown): string | undefined {
  const { ref } = (params ?? {}) as { ref?: unknown }
  return typeof ref === 'string' ? ref : undefined
}

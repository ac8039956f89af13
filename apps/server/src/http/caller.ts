import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Caller } from './pipeline.ts'
import type { IdentitySource } from './ports.ts'
import { isLocalName } from './security.ts'

const cookieName = 'basalt_session'

/** Reads who is calling, once per request, for API calls and for pages alike. */
export function createCallerReader(options: { identity: IdentitySource; publicUrl: string }) {
  const isSecure = options.publicUrl.startsWith('https:')
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

  return async function callerOf(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ caller: Caller }> {
    const cookie = cookieOf(request.headers.cookie)
    const client = clientOf(request)
    const principal = await options.identity.identify({
      cookie,
      bearer: bearerOf(request.headers.authorization),
      isLoopback: client.isLoopback,
    })
    const gone = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort()
    })
    return {
      caller: {
        principal,
        requestId: request.id,
        client,
        signal: gone.signal,
        session: {
          async start(userId) {
            // The old session ends, so a planted one cannot be taken over.
            if (cookie !== null) await options.identity.endSession(cookie)
            const { token, maxAgeSeconds } = await options.identity.startSession(userId, client)
            reply.header(
              'set-cookie',
              `${cookieName}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
            )
          },
          async end() {
            if (cookie !== null) await options.identity.endSession(cookie)
            reply.header('set-cookie', `${cookieName}=; Max-Age=0; ${attributes}`)
          },
        },
      },
    }
  }
}

function clientOf(request: FastifyRequest): Caller['client'] {
  const address = request.ip
  const isProxied =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  return {
    address,
    userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
    isLoopback:
      !isProxied &&
      (address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')) &&
      isLocalName(request.headers.host),
  }
}

function cookieOf(header: string | undefined): string | null {
  const found = header?.split(/;\s*/u).find((part) => part.startsWith(`${cookieName}=`))
  const value = found?.slice(cookieName.length + 1)
  return value === undefined || value === '' ? null : value
}

function bearerOf(header: string | undefined): string | null {
  return /^Bearer\s+(\S+)$/iu.exec(header ?? '')?.[1] ?? null
}

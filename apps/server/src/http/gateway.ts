import { METHODS } from 'node:http'

import type { Gateway, GatewayAnswer, GatewayFailure, GatewayRequest } from '@basalt/gateway'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Resources } from '../limits/resources.ts'
import { toApiError } from './errors.ts'
import { answerUnread, isUnread } from './raw-refusal.ts'

/** Whether a URL is below the addresses of projects: no page and no call of the platform is. */
export const isGateway = (url: string): boolean => /^\/p(?:\/|$|\?)/u.test(url)

/** All that the parser reads, except for tunnels, which are no requests. */
const methods = METHODS.filter((method) => method !== 'CONNECT')

/**
 * Hands every request below `/p/` to the gateway, and sends its answer. Sessions and cookies of
 * the dashboard mean nothing there. Bodies are not read: no service takes one yet.
 */
export function mountGateway(http: FastifyInstance, gateway: Gateway, resources: Resources): void {
  for (const method of methods)
    if (!http.supportedMethods.includes(method)) http.addHttpMethod(method)
  http.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) =>
      send(request, reply, gateway.refuse(toRequest(request), toFailure(error))),
    )
    for (const url of ['/p', '/p/*']) {
      scope.route({
        method: methods,
        url,
        bodyLimit: resources.limits.anonymousBodyBytes,
        // Before a body is read.
        onRequest: async (request, reply) =>
          send(request, reply, await gateway.answer(toRequest(request))),
        handler: (_, reply) => reply,
      })
    }
  })
}

function toRequest(request: FastifyRequest): GatewayRequest {
  const requested = request.headers['access-control-request-headers']
  const { host, referer } = request.headers
  return {
    method: request.method,
    url: request.originalUrl,
    address: request.ip,
    id: request.id,
    requestedHeaders: typeof requested === 'string' ? requested : undefined,
    headers: {
      host,
      referer,
      userAgent: request.headers['user-agent'],
      clientInfo: single(request.headers['x-client-info']),
      forwardedProto: request.protocol,
    },
  }
}

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

/** Of a request that is too large, for example. */
function toFailure(error: unknown): GatewayFailure {
  const { code: status, kind: code, message, retryAfter } = toApiError(error)
  return { status, code, message, retryAfter }
}

function send(request: FastifyRequest, reply: FastifyReply, answer: GatewayAnswer) {
  reply.code(answer.status).headers(answer.headers)
  if (isUnread(request)) {
    answerUnread(request, reply, answer.body)
    return reply
  }
  return reply.send(answer.body)
}

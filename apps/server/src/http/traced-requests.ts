import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Span, Tracing } from '../tracing/tracing.ts'

/**
 * Makes a span of each request. Its attributes are the route, never the URL with its values,
 * headers or bodies.
 */
export function traceRequests(http: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  http.addHook('onRequest', (request, _, done) => {
    const span = tracing.request(request.headers['traceparent'])
    if (span === null) return done()
    spans.set(request, span)
    return tracing.within(span, done)
  })
  // Hooks after a body run outside of the first one.
  http.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else tracing.within(span, done)
  })
  http.addHook('onResponse', (request, reply, done) => {
    finish(request, reply.statusCode)
    done()
  })
  http.addHook('onRequestAbort', (request, done) => {
    finish(request, 499)
    done()
  })

  function finish(request: FastifyRequest, status: number): void {
    const span = spans.get(request)
    if (span === undefined) return
    const route = request.routeOptions.url
    const { ref } = (request.params ?? {}) as { ref?: unknown }
    span.set('http.request.method', request.method)
    span.set('http.response.status_code', status)
    span.set('basalt.request_id', request.id)
    if (route !== undefined) span.set('http.route', route)
    if (typeof ref === 'string') span.set('basalt.project', ref.slice(0, 64))
    const name = route === undefined ? request.method : `${request.method} ${route}`
    span.end({ name, isFailure: status >= 500 })
  }
}

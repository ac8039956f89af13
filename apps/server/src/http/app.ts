import { randomUUID } from 'node:crypto'

import { ApiError, type Capability, errorText, routeName } from '@basalt/contract'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'

import type { Vault } from '../secrets/vault.ts'
import type { Store } from '../store/store.ts'
import { createCallerReader } from './caller.ts'
import { connectionHeader, opensProject } from './connection-header.ts'
import { errorBody, toApiError } from './errors.ts'
import { createPipeline, type Pipeline } from './pipeline.ts'
import type { IdentitySource, PermissionSource } from './ports.ts'
import type { Endpoint } from './route.ts'
import { apiHeaders, refuseCrossSite } from './security.ts'
import { sendStream } from './stream.ts'

export type AppOptions = {
  store: Store
  vault: Vault
  identity: IdentitySource
  permissions: PermissionSource
  capabilities: ReadonlySet<Capability>
  publicUrl: string
  logger: FastifyBaseLogger
}

export type App = {
  http: FastifyInstance
  pipeline: Pipeline
  /** The mounted endpoints by route name. */
  endpoints: ReadonlyMap<string, Endpoint>
  callerOf: ReturnType<typeof createCallerReader>
}

/** 2 MiB: larger than the largest query text, small enough to refuse floods. */
const bodyLimit = 2 * 1024 * 1024

/** Mounts the endpoints that the install offers behind one pipeline. */
export function buildApp(options: AppOptions, endpoints: readonly Endpoint[]): App {
  const http = Fastify({
    loggerInstance: options.logger,
    // Faults are logged where they are answered; a line per request would tell little more.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    rewriteUrl: (request) => decodableUrl(request.url ?? '/'),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    forceCloseConnections: true,
  })
  const pipeline = createPipeline(options)
  const callerOf = createCallerReader(options)
  const offered = endpoints.filter(
    ({ route }) => route.capability === undefined || options.capabilities.has(route.capability),
  )

  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    refuseCrossSite(request, options.publicUrl)
  })
  for (const endpoint of offered) mount(http, endpoint, { ...options, pipeline, callerOf })
  http.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  http.setNotFoundHandler((request, reply) => {
    const missing = new ApiError(
      'not_found',
      `There is nothing at ${request.method} ${pathOf(request)}`,
    )
    return sendError(missing, request, reply)
  })
  return {
    http,
    pipeline,
    callerOf,
    endpoints: new Map(offered.map((endpoint) => [routeName(endpoint.route), endpoint])),
  }
}

type MountOptions = AppOptions & Pick<App, 'pipeline' | 'callerOf'>

function mount(http: FastifyInstance, endpoint: Endpoint, options: MountOptions) {
  const { route } = endpoint
  const needsConnection = route.path.startsWith('/platform/pg-meta/')
  http.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/gu, ':$1'),
    handler: async (request, reply) => {
      const { caller } = await options.callerOf(request, reply)
      const raw = { params: request.params, query: request.query, body: request.body }
      reply.headers(apiHeaders)
      const admitted = await options.pipeline.admit(endpoint, raw, caller)
      if (needsConnection) requireConnection(request, admitted.context.project?.ref, options.vault)
      if (route.stream === true) {
        return sendStream(reply, (emit) => options.pipeline.stream(endpoint, admitted, emit))
      }
      return options.pipeline.finish(endpoint, admitted)
    },
  })
}

/** SPEC.md section 5, "Database-metadata platform path". */
function requireConnection(request: FastifyRequest, ref: string | undefined, vault: Vault) {
  const header = request.headers[connectionHeader]
  if (ref === undefined || typeof header !== 'string' || !opensProject(vault, ref, header)) {
    throw new ApiError('connection_header_missing', errorText.connection)
  }
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = toApiError(error)
  if (known.code >= 500) {
    request.log.error(
      { err: known.cause ?? known, route: pathOf(request), requestId: request.id },
      known.message,
    )
  }
  if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter))
  return reply.code(known.code).headers(apiHeaders).send(errorBody(known, request.id))
}

/** A path that cannot be decoded names nothing, and is answered like anything unknown. */
function decodableUrl(url: string): string {
  try {
    decodeURI(url)
    return url
  } catch {
    return `${/^\/(?:platform|api)\//u.exec(url)?.[0] ?? '/'}malformed-path`
  }
}

/** The path without its query, which may hold what must not be logged. */
const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '/'

function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w-]{8,64}$/u.test(header) ? header : randomUUID()
}

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import { routeName } from '@basalt/contract/boot'
import { ApiError, errorText } from '@basalt/contract/errors'
import type { Capability } from '@basalt/contract/route'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'

import type { Resources } from '../limits/resources.ts'
import {
  type ErrorReport,
  type ErrorReports,
  loggedErrorReports,
  withoutSecrets,
} from '../process/error-reports.ts'
import type { Vault } from '../secrets/vault.ts'
import { activeSessions } from '../store/sessions.ts'
import type { Store } from '../store/store.ts'
import { readTraceparent } from '../tracing/trace-context.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { holdAnswer } from './answer-bytes.ts'
import { bodyAdmission } from './body-admission.ts'
import { createCallerReader } from './caller.ts'
import { connectionHeader, opensProject } from './connection-header.ts'
import type { Context } from './context.ts'
import { refuseEarly } from './early-refusal.ts'
import type { EgressMeter } from './egress-meter.ts'
import { errorBody, toApiError, tooLarge } from './errors.ts'
import { isGateway } from './gateway.ts'
import { acceptJsonOnly, getBodyLimit } from './json-body.ts'
import { createOpenCalls, type OpenCalls } from './open-calls.ts'
import { holdAccount, holdAddress } from './open-requests.ts'
import { type Caller, createPipeline, onceRequested, type Pipeline } from './pipeline.ts'
import type { IdentitySource, PermissionSource } from './ports.ts'
import { createRequestLimit, type RequestLimit } from './rate-limits.ts'
import { answerUnread, isUnread, refuseConnection } from './raw-refusal.ts'
import { announcedBytes, refuseInvalidBody } from './request-bodies.ts'
import type { Endpoint } from './route.ts'
import {
  apiHeaders,
  limitHeaders,
  refusalHeaders,
  refuseCrossSite,
  refuseOversized,
  securityHeaders,
} from './security.ts'
import { closeStalledAnswers } from './stalled-answers.ts'
import { type EmitLine, sendStream } from './stream.ts'
import { traceRequests } from './traced-requests.ts'
import { acceptFiles, getUpload } from './upload.ts'

export type AppOptions = {
  store: Store
  vault: Vault
  identity: IdentitySource
  permissions: PermissionSource
  capabilities: ReadonlySet<Capability>
  publicUrl: string
  /** Addresses of proxies whose word about the caller's address is taken. */
  trustedProxies?: readonly string[]
  disabledFeatures?: readonly string[]
  /** Shared with the features that end sessions and tokens. */
  openCalls?: OpenCalls | undefined
  /** Meters egress of projects' data. */
  egress?: EgressMeter
  /** Requests in a minute: of one address, and of one account or token. */
  requestsPerMinute?: { address: number; caller: number }
  /** Receives every internal error; without it the log does. */
  errorReports?: ErrorReports
  resources: Resources
  logger: FastifyBaseLogger
  /** Null without a receiver of traces. */
  tracing?: Tracing | null
}

export type App = {
  http: FastifyInstance
  pipeline: Pipeline
  /** The mounted endpoints by route name. */
  endpoints: ReadonlyMap<string, Endpoint>
  getCaller: ReturnType<typeof createCallerReader>
  /** Meters an answer with a project's data. */
  noteEgress(context: Context, text: () => string): void
}

/** Far above the needs of users and scripts, far below a harmful load. */
const generous = { address: 12_000, caller: 6000 }

/** Mounts the endpoints of the install on one pipeline. */
export function buildApp(options: AppOptions, endpoints: readonly Endpoint[]): App {
  const { resources } = options
  const http = Fastify({
    loggerInstance: options.logger,
    // Faults are logged where they are answered; a line per request would add little.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    genReqId: getRequestId,
    rewriteUrl: (request) => decodableUrl(request.url ?? '/'),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    bodyLimit: resources.limits.anonymousBodyBytes,
    forceCloseConnections: true,
    clientErrorHandler: refuseConnection,
  })
  if (options.tracing) traceRequests(http, options.tracing)
  const stopPolling = closeStalledAnswers(http.server, resources)
  const pipeline = createPipeline(options)
  const getCaller = createCallerReader(options)
  const openCalls =
    options.openCalls ?? createOpenCalls((ids) => activeSessions(options.store, ids))
  const offered = endpoints.filter(
    ({ route }) => route.capability === undefined || options.capabilities.has(route.capability),
  )

  acceptJsonOnly(http)
  const limits = requestLimits(options)
  const headers = securityHeaders(options.publicUrl)
  refuseEarly(http.server, resources, {
    isSecure: options.publicUrl.startsWith('https:'),
    headers,
    getRequestId,
  })
  http.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, ...headers })
    holdAddress(request, reply, resources)
    refuseOversized(request)
    refuseInvalidBody(request, resources)
    if (request.is404 && announcedBytes(request) !== 0) throw missing(request)
    // Files with a hash are read once by each browser, and many at a time. The gateway has limits
    // of its own, and its clients are pages of other sites.
    if (request.url.startsWith('/assets/') || isGateway(request.url)) return
    const state = limits.address.take(request.ip)
    if (isApi(request.url)) reply.headers(limitHeaders(state))
    refuseCrossSite(request, options.publicUrl)
  })
  for (const endpoint of offered)
    mount(http, endpoint, { ...options, limits, pipeline, getCaller, openCalls })
  http.addHook('onSend', (request, _, payload) => holdAnswer(request, payload, resources))
  http.addHook('onClose', async () => stopPolling())
  const reports = options.errorReports ?? loggedErrorReports(options.logger)
  http.setErrorHandler((error, request, reply) => {
    const known = apiErrorOf(error, request)
    if (known.code >= 500) reports.report(getReport(known, request))
    return sendError(known, request, reply)
  })
  http.setNotFoundHandler((request, reply) => sendError(missing(request), request, reply))
  return {
    http,
    pipeline,
    getCaller,
    noteEgress: (context, text) => getEgress(context, options.egress)?.(Buffer.byteLength(text())),
    endpoints: new Map(offered.map((endpoint) => [routeName(endpoint.route), endpoint])),
  }
}

type MountOptions = AppOptions &
  Pick<App, 'pipeline' | 'getCaller'> & { openCalls: OpenCalls; limits: RequestLimits }

type RequestLimits = { address: RequestLimit; caller: RequestLimit }

function requestLimits({ requestsPerMinute = generous }: AppOptions): RequestLimits {
  const { address, caller } = requestsPerMinute
  return {
    address: createRequestLimit({ points: address, durationSeconds: 60 }),
    caller: createRequestLimit({ points: caller, durationSeconds: 60 }),
  }
}

const isApi = (url: string) => /^\/(?:platform|api)(?:\/|$|\?)/u.test(url)

function mount(http: FastifyInstance, endpoint: Endpoint, options: MountOptions) {
  if (endpoint.route.upload === true) {
    acceptFiles(http, (scope) => declare(scope, endpoint, options))
  } else {
    declare(http, endpoint, options)
  }
}

function declare(http: FastifyInstance, endpoint: Endpoint, options: MountOptions) {
  const { route } = endpoint
  const needsConnection = route.path.startsWith('/platform/pg-meta/')
  const callers = new WeakMap<FastifyRequest, ReturnType<App['getCaller']>>()
  const known = async (request: FastifyRequest, reply: FastifyReply) => {
    const found = await options.getCaller(request, reply, route)
    holdAccount(request, found.caller, { route, resources: options.resources })
    return found
  }
  const getCaller = (request: FastifyRequest, reply: FastifyReply) => {
    const calling = callers.get(request) ?? known(request, reply)
    callers.set(request, calling)
    return calling
  }
  const refuseIncomplete = (request: FastifyRequest) => {
    if (needsConnection && !isConnection(request, options.vault)) throw noConnection()
  }
  http.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/gu, ':$1'),
    bodyLimit: getBodyLimit(route),
    ...bodyAdmission(endpoint, { ...options, getCaller, refuseIncomplete }),
    handler: async (request, reply) => {
      const call = options.openCalls.begin()
      try {
        const isUpload = route.upload === true
        const { params, query } = request
        const raw = { params, query, body: isUpload ? undefined : request.body }
        const calling = getCaller(request, reply).then(({ caller }) => {
          call.belongsTo(caller.principal)
          reply.headers(apiHeaders)
          countCaller(caller, options.limits, reply)
          call.endWith(caller.signal)
          return { ...caller, signal: call.signal }
        })
        const isConnected = !needsConnection || isConnectionSoon(request, options.vault, calling)
        const admitted = await options.pipeline.admit(endpoint, raw, calling)
        if (!(await isConnected)) throw noConnection()
        if (isUpload) admitted.context.upload = getUpload(request, reply, options.resources)
        if (route.stream === true) {
          const produce = (emit: EmitLine<never>) =>
            options.pipeline.stream(endpoint, admitted, emit)
          const onSent = getEgress(admitted.context, options.egress)
          const sending = { file: admitted.context.file, ended: call.signal, onSent }
          return await sendStream(reply, produce, sending)
        }
        const answer = await options.pipeline.finish(endpoint, admitted)
        const onSent = getEgress(admitted.context, options.egress)
        if (onSent === undefined) return answer
        const body = JSON.stringify(answer)
        onSent(Buffer.byteLength(body))
        return reply.type('application/json; charset=utf-8').send(body)
      } finally {
        call.close()
      }
    },
  })
}

/** Undefined for answers without a project's data. */
function getEgress({ project, dataRoute }: Context, egress: EgressMeter | undefined) {
  if (project === null || dataRoute === null || egress === undefined) return undefined
  return (bytes: number) => egress.count(project.id, bytes)
}

/** An account is limited across all its addresses; anonymous callers by address only. */
function countCaller({ principal }: Caller, limits: RequestLimits, reply: FastifyReply) {
  const key = principal?.token?.id ?? principal?.userId ?? null
  if (key !== null) reply.headers(limitHeaders(limits.caller.take(key)))
}

/**
 * SPEC.md section 5, "Database-metadata platform path". It is checked while the caller is being
 * identified.
 */
async function isConnectionSoon(request: FastifyRequest, vault: Vault, calling: Promise<Caller>) {
  await onceRequested(calling)
  return isConnection(request, vault)
}

function isConnection({ headers, params }: FastifyRequest, vault: Vault): boolean {
  const header = headers[connectionHeader]
  const { ref } = params as { ref?: string }
  return typeof header === 'string' && ref !== undefined && opensProject(vault, ref, header)
}

const noConnection = () => new ApiError('connection_header_missing', errorText.connection)

function apiErrorOf(error: unknown, request: FastifyRequest): ApiError {
  const found = toApiError(error)
  // A database answer that is too large has its own message.
  const isOfFramework = found.code === 413 && found !== error && found.cause === undefined
  return isOfFramework ? tooLarge(request.routeOptions.bodyLimit ?? 0) : found
}

/** Users quote the id of the request, so the report has the same. */
function getReport(error: ApiError, request: FastifyRequest): ErrorReport {
  const cause = firstCause(error)
  return {
    id: request.id,
    source: 'server',
    name: cause.name,
    message: withoutSecrets(cause.message),
    stack: cause.stack === undefined ? undefined : withoutSecrets(cause.stack),
    path: buildPath(request),
    details: { method: request.method, code: String(error.code), kind: error.kind },
    at: new Date().toISOString(),
  }
}

/** The answer omits causes that only the log may have. */
const firstCause = (error: Error): Error =>
  error.cause instanceof Error ? firstCause(error.cause) : error

function sendError(known: ApiError, request: FastifyRequest, reply: FastifyReply) {
  const body = errorBody(known, request.id)
  reply.code(known.code).headers({ ...apiHeaders, ...refusalHeaders(known) })
  return isUnread(request) ? answerUnread(request, reply, JSON.stringify(body)) : reply.send(body)
}

/**
 * A URL that cannot be decoded is answered like an unknown one. The gateway reads the original.
 */
function decodableUrl(url: string): string {
  try {
    // Without using the result, the bundler would remove the call as free of effects.
    return decodeURI(url) === '' ? '/' : url
  } catch {
    return `${/^\/(?:platform|api|p)(?=[/?])/u.exec(url)?.[0] ?? ''}/malformed-path`
  }
}

const missing = (request: FastifyRequest) =>
  new ApiError('not_found', `Not found: ${request.method} ${buildPath(request)}`)

/** The path without its query string, which may contain secrets. */
const buildPath = (request: FastifyRequest) => request.url.split('?')[0] ?? '/'

/** Without an id of its own, a request has that of its trace: logs of both sides then match. */
function getRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const header = headers['x-request-id']
  if (typeof header === 'string' && /^[\w-]{8,64}$/u.test(header)) return header
  return readTraceparent(headers['traceparent'])?.traceId ?? randomUUID()
}

import type { ProjectEngine } from '@basalt/engine'

import { getLoggedAddress, getLoggedPath, parseAddress } from './address.ts'
import {
  answerFailure,
  answerJson,
  answerPreflight,
  type GatewayAnswer,
  GatewayError,
  type GatewayFailure,
  type GatewayRequest,
} from './exchange.ts'
import { type DatabaseHealth, HealthChecks } from './health.ts'
import { getLoggedHeaders, getLoggedQuery } from './logged-query.ts'
import type { GatewayProject, ProjectSource, ProjectState } from './projects.ts'
import type { Log, LoggedRequest, RequestLog } from './request-log.ts'

/** Requests of a key that are left in the current window. */
type LimitState = { isOver: boolean; limit: number; remaining: number; resetSeconds: number }

/** Counts a request of a key. */
type RequestCounter = (key: string) => LimitState

type Services = {
  projects: ProjectSource
  requests: RequestLog
  engine: Pick<ProjectEngine, 'open'>
  countOfAddress: RequestCounter
  countOfProject: RequestCounter
  /** How long a database may take to answer the health check. */
  healthMs: number
  clock: () => Date
  log: Log
}

/** Answers the requests of a project's own clients; every answer is logged once. */
export interface Gateway {
  /** Never rejects: a fault is answered, too. */
  answer(request: GatewayRequest): Promise<GatewayAnswer>
  /** Answers a request that was refused before it came here, for example because it is too large. */
  refuse(request: GatewayRequest, failure: GatewayFailure): GatewayAnswer
  /** The answer to the health check of a project that exists, without a request. */
  checkHealth(ref: string, requestId: string): Promise<DatabaseHealth | GatewayFailure>
}

const methods = ['GET', 'HEAD', 'OPTIONS'] as const

export function createGateway(services: Services): Gateway {
  const { projects, requests, clock, log } = services
  const checks = new HealthChecks({ ...services, deadlineMs: services.healthMs })

  const checkHealth = async (project: GatewayProject | null, requestId: string) => {
    if (project === null) return unknownProject
    return closed[project.state] ?? checks.check(project.ref, requestId)
  }

  const record = (request: GatewayRequest, answer: GatewayAnswer, begin: Begin) =>
    requests.record(toLogged(request, answer, begin))
  const beginNow = (): Begin => ({ at: clock(), startedAt: performance.now(), project: null })

  const recordRefused = async (request: GatewayRequest, answer: GatewayAnswer) => {
    const begin = beginNow()
    const address = parseAddress(request.url)
    // Without the system database the request is logged for no project.
    begin.project = address === null ? null : await projects.find(address.ref).catch(() => null)
    record(request, answer, begin)
  }

  const respond = async (request: GatewayRequest, begin: Begin): Promise<GatewayAnswer> => {
    refuseOver(services.countOfAddress(request.address ?? ''), 'this address')
    const address = parseAddress(request.url)
    begin.project = address === null ? null : await projects.find(address.ref)
    if (request.method === 'OPTIONS') return answerPreflight(request, methods)
    if (address === null || begin.project === null) throw new GatewayError(unknownProject)
    const count = services.countOfProject(address.ref)
    refuseOver(count, 'this project')
    if (address.path !== '/health') throw new GatewayError(unknownService(address.path))
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new GatewayError(onlyReads)
    const health = await checkHealth(begin.project, request.id)
    if (health.status !== 'ok') throw new GatewayError(health)
    return answerJson(request, { status: 200, value: health, headers: limitHeaders(count) })
  }

  return {
    async answer(request) {
      const begin = beginNow()
      const answer = await respond(request, begin).catch((error: unknown) => {
        if (!(error instanceof GatewayError))
          log.error({ err: error }, 'A request of the gateway failed')
        return answerError(request, error)
      })
      record(request, answer, begin)
      return answer
    },
    refuse(request, failure) {
      const answer = answerFailure(request, failure)
      void recordRefused(request, answer)
      return answer
    },
    checkHealth: async (ref, requestId) => checkHealth(await projects.find(ref), requestId),
  }
}

const toLogged = (request: GatewayRequest, answer: GatewayAnswer, begin: Begin): LoggedRequest => ({
  ref: begin.project?.ref ?? null,
  at: begin.at,
  method: request.method.slice(0, 20),
  path: getLoggedPath(request.url),
  search: getLoggedQuery(request.url),
  status: answer.status,
  durationMs: performance.now() - begin.startedAt,
  requestId: request.id,
  address: getLoggedAddress(request.address),
  headers: getLoggedHeaders(request),
  contentType: answer.headers['content-type'] ?? null,
})

type Begin = { at: Date; startedAt: number; project: GatewayProject | null }

class TooManyRequests extends GatewayError {
  readonly count: LimitState

  constructor(count: LimitState, whose: string) {
    super({
      status: 429,
      code: 'rate_limited',
      message: `Too many requests of ${whose}. Try again in ${count.resetSeconds} seconds.`,
      retryAfter: count.resetSeconds,
    })
    this.count = count
  }
}

function refuseOver(count: LimitState, whose: string): void {
  if (count.isOver) throw new TooManyRequests(count, whose)
}

function answerError(request: GatewayRequest, error: unknown): GatewayAnswer {
  if (!(error instanceof GatewayError)) return answerFailure(request, fault)
  const answer = answerFailure(request, error.failure)
  const headers = {
    ...answer.headers,
    ...(error.failure === onlyReads && { allow: methods.join(', ') }),
    ...(error instanceof TooManyRequests && limitHeaders(error.count)),
  }
  return { ...answer, headers }
}

const limitHeaders = ({ limit, remaining, resetSeconds }: LimitState) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(resetSeconds),
})

const unknownProject: GatewayFailure = {
  status: 404,
  code: 'project_not_found',
  message: 'There is no project at this address.',
  hint: 'Check the project reference in the URL.',
}

const unknownService = (path: string): GatewayFailure => ({
  status: 404,
  code: 'service_not_found',
  message: `This project has no service at ${path.slice(0, 200)}.`,
})

const onlyReads: GatewayFailure = {
  status: 405,
  code: 'method_not_allowed',
  message: 'This address answers GET and HEAD only.',
}

/** The lookup of a project failed: the system database is away. */
const fault: GatewayFailure = {
  status: 503,
  code: 'gateway_unavailable',
  message: 'The gateway cannot answer at the moment.',
  retryAfter: 2,
}

/** Answers for projects whose databases are not queried. */
const closed: Readonly<Record<ProjectState, GatewayFailure | null>> = {
  available: null,
  paused: {
    status: 503,
    code: 'project_paused',
    message: 'This project is paused.',
    hint: 'Restore the project in its dashboard.',
    retryAfter: 60,
  },
  starting: {
    status: 503,
    code: 'project_starting',
    message: 'This project is starting.',
    retryAfter: 5,
  },
  unavailable: {
    status: 503,
    code: 'project_unavailable',
    message: 'This project is not available.',
    hint: 'See the status of the project in its dashboard.',
    retryAfter: 60,
  },
  restricted: {
    status: 402,
    code: 'project_restricted',
    message:
      'Your Projects are unable to serve any requests as your Organization plan has used up its quota.',
  },
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http'

import { databaseQuery } from '@basalt/contract/database/query'
import type { ApiError } from '@basalt/contract/errors'

import type { KeyedBudget } from '../limits/budget.ts'
import type { Resources } from '../limits/resources.ts'
import { getCredential } from './credential.ts'
import { errorBody } from './errors.ts'
import { followRequest } from './holdings.ts'
import { tooManyRequests, tooManyRuns } from './open-requests.ts'
import { endUnread } from './raw-refusal.ts'
import { apiHeaders, refusalHeaders } from './security.ts'

type Options = {
  isSecure: boolean
  /** Headers of every answer. */
  headers: Readonly<Record<string, string>>
  getRequestId: (request: IncomingMessage) => string
}

/**
 * Refuses requests of a session or token that has too many open already, before they reach the
 * framework: a thousand at once are answered in the time that the framework needs for a few, and
 * others do not wait longer.
 */
export function refuseEarly(server: Server, resources: Resources, options: Options): void {
  const [handle] = server.listeners('request')
  if (handle === undefined) throw new Error('The server answers no requests')
  const budgets = listBudgets(resources, options.headers)
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const refusal = enter(request, response, { budgets, isSecure: options.isSecure })
    if (refusal === undefined) handle.call(server, request, response)
    else answer(request, response, { ...refusal, id: options.getRequestId(request) })
  })
}

const isApi = /^\/(?:platform|api)\//u
const [beforeRef = '', afterRef = ''] = databaseQuery.run.path.split('{ref}')

/** A run whose address is written in another way is counted when its route is known. */
const isRun = ({ method, url = '' }: IncomingMessage): boolean =>
  method === databaseQuery.run.method &&
  url.startsWith(beforeRef) &&
  url.slice(url.indexOf('/', beforeRef.length)) === afterRef

type Refusal = { code: number; headers: readonly string[]; body: readonly [string, string] }
type SessionBudget = { budget: KeyedBudget; refusal: Refusal }
type SessionBudgets = { requests: SessionBudget; runs: SessionBudget }

function listBudgets(
  { openRequestsPerSession, openRunsPerSession }: Resources,
  headers: Options['headers'],
): SessionBudgets {
  return {
    requests: {
      budget: openRequestsPerSession,
      refusal: prepare(tooManyRequests(openRequestsPerSession), headers),
    },
    runs: {
      budget: openRunsPerSession,
      refusal: prepare(tooManyRuns(openRunsPerSession), headers),
    },
  }
}

const idPosition = 'the-id-of-the-request'

/** All but the id of the request is known before. */
function prepare(error: ApiError, headers: Options['headers']): Refusal {
  const [before = '', after = ''] = JSON.stringify(errorBody(error, idPosition)).split(idPosition)
  const all = {
    ...headers,
    ...apiHeaders,
    ...refusalHeaders(error),
    'content-type': 'application/json; charset=utf-8',
  }
  return { code: error.code, headers: Object.entries(all).flat(), body: [before, after] }
}

/** Counts the request until it ends, or returns the reason of its refusal. */
function enter(
  request: IncomingMessage,
  response: ServerResponse,
  { budgets, isSecure }: { budgets: SessionBudgets; isSecure: boolean },
): Refusal | undefined {
  if (!isApi.test(request.url ?? '')) return undefined
  const credential = getCredential(request.headers, isSecure)
  if (credential === null) return undefined
  const taken: KeyedBudget[] = []
  for (const { budget, refusal } of isRun(request)
    ? [budgets.requests, budgets.runs]
    : [budgets.requests]) {
    if (!budget.take(credential)) {
      for (const one of taken) one.give(credential)
      return refusal
    }
    taken.push(budget)
  }
  followRequest(request, response).onEnd(() => {
    for (const one of taken) one.give(credential)
  })
  return undefined
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { code, headers, body: [before, after], id }: Refusal & { id: string },
): void {
  const text = `${before}${id}${after}`
  const all = [...headers, 'x-request-id', id, 'content-length', String(Buffer.byteLength(text))]
  if (isLongBody(request)) endUnread(request, { code, headers: all, text })
  else response.writeHead(code, all).end(text)
}

/** A short body has nearly arrived, and is discarded: the connection stays open. */
const shortBody = 64 * 1024

const isLongBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > shortBody

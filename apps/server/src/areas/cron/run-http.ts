import type { OutboundNetwork } from '@basalt/identity'

import type { TakenRun } from './ledger.ts'

type HttpRequest = {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string
}

/** No receiver is waited for longer, also if the timeout of the job is longer. */
const mostMs = 30_000

type Sending = {
  outside: OutboundNetwork
  /** Replaces references to secrets. */
  resolve: (text: string) => Promise<string>
  signal: AbortSignal
}

/**
 * Sends the request of a job, at least once for each slot: a receiver recognizes a repeated one by
 * its idempotency key. Returns the status of the response.
 */
export async function sendRequest(
  run: TakenRun,
  { outside, resolve, signal }: Sending,
): Promise<string> {
  const request = run.request as HttpRequest
  const headers = await Promise.all(
    Object.entries(request.headers ?? {}).map(
      async ([name, value]) => [name, await resolve(value)] as const,
    ),
  )
  const answer = await outside.fetch(await resolve(request.url), {
    method: request.method,
    headers: {
      ...Object.fromEntries(headers),
      'idempotency-key': `cron-${run.jobid}-${run.slot.toISOString()}`,
    },
    ...(request.body !== undefined && { body: await resolve(request.body) }),
    signal,
    allowsHttp: true,
    timeoutMs: Math.min(run.timeoutMs, mostMs),
  })
  if (!answer.ok) throw new HttpFailure(`The receiver answered ${answer.status}`)
  return `HTTP ${answer.status}`
}

/** The receiver refused the request. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure'
}

import { ApiError } from '@basalt/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Resources } from '../limits/resources.ts'
import { tooLarge } from './errors.ts'
import { listHoldings } from './holdings.ts'

const mib = 1024 * 1024
/** The connection hands over this much at a time. */
const chunkBytes = 64 * 1024

/** Bytes that the headers announce: 0 for no body, null for one of unknown length. */
export function announcedBytes({ headers }: FastifyRequest): number | null {
  if (headers['transfer-encoding'] !== undefined) return null
  const length = Number(headers['content-length'] ?? 0)
  return Number.isSafeInteger(length) && length >= 0 ? length : null
}

/** Whether authentication and authorization must precede reading the body. */
export function isLarge(request: FastifyRequest, { limits }: Resources): boolean {
  const bytes = announcedBytes(request)
  return bytes === null || bytes > limits.anonymousBodyBytes
}

/**
 * Refuses, by its headers, a body that its route does not take.
 *
 * @throws ApiError 413, or 400 where one of unknown length is sent in vain.
 */
export function refuseInvalidBody(request: FastifyRequest, { limits }: Resources): void {
  const bytes = announcedBytes(request)
  if (bytes === 0) return
  if (bytes === null) {
    const isTaken = !request.is404 && request.method !== 'GET' && request.method !== 'HEAD'
    if (isTaken) return
    throw new ApiError('invalid_request', 'Send the body with a Content-Length')
  }
  const most = request.is404
    ? limits.anonymousBodyBytes
    : (request.routeOptions.bodyLimit ?? limits.anonymousBodyBytes)
  if (bytes > most) throw tooLarge(most)
}

/** @throws ApiError 413 for a large body of a caller who has not signed in. */
export function refuseLargeAnonymous(request: FastifyRequest, { limits }: Resources): void {
  const bytes = announcedBytes(request)
  if (bytes === null || bytes <= limits.anonymousBodyBytes) return
  const most = Math.floor(limits.anonymousBodyBytes / 1024)
  throw new ApiError(
    'payload_too_large',
    `The request is too large: sign in to send more than ${most} KiB`,
  )
}

/**
 * Takes the body's bytes from the budget for the duration of the request.
 *
 * @throws ApiError `busy` while other bodies leave no space.
 */
export function holdBody(
  request: FastifyRequest,
  { openBodies, limits }: Resources,
  { isFile }: { isFile: boolean },
): void {
  const announced = announcedBytes(request)
  if (announced === 0) return
  // A file is streamed; a body of unknown length counts with its maximum.
  const bytes = isFile
    ? Math.min(announced ?? mib, 4 * chunkBytes)
    : (announced ?? request.routeOptions.bodyLimit ?? limits.anonymousBodyBytes)
  if (!openBodies.take(bytes)) {
    throw new ApiError('busy', 'The server is receiving too much data. Try again in a moment.', {
      retryAfter: 1,
    })
  }
  listHoldings(request).onEnd(() => openBodies.give(bytes))
}

/** The answer to a body that does not arrive. */
export const lateBody = (): ApiError =>
  new ApiError('invalid_request', 'The request body did not arrive in time. Send it again.', {
    code: 408,
  })

/**
 * Answers 408 when the body does not arrive in time: `bodyMs` for its first MiB, and the same again
 * for each further one that has arrived. A stalled body counts as late too.
 */
export function limitBodyTime(
  request: FastifyRequest,
  reply: FastifyReply,
  { limits, stalled }: Resources,
): void {
  if (announcedBytes(request) === 0) return
  const { raw } = request
  const { bodyMs, stalledMs, stalledBytes } = limits
  const startedAt = performance.now()
  const readBefore = raw.socket.bytesRead
  const progress = { bytes: readBefore, at: startedAt }
  let timer: NodeJS.Timeout
  const check = () => {
    if (raw.complete || reply.sent) return
    const now = performance.now()
    const { bytesRead } = raw.socket
    if (bytesRead - progress.bytes >= stalledBytes)
      Object.assign(progress, { bytes: bytesRead, at: now })
    const received = (bytesRead - readBefore) / mib
    const remainingMs = Math.min(startedAt + bodyMs * (1 + received), progress.at + stalledMs) - now
    if (remainingMs > 0) {
      wait(remainingMs)
      return
    }
    stalled.bodies += 1
    void reply.send(lateBody())
  }
  const wait = (ms: number) => {
    // Progress is polled.
    timer = setTimeout(check, Math.min(ms, stalledMs / 2)).unref()
  }
  wait(bodyMs)
  listHoldings(request).onEnd(() => clearTimeout(timer))
}

/** Answers 413 when a body of unknown length, of a caller who need not be known, becomes long. */
export function limitUnknownLength(
  request: FastifyRequest,
  reply: FastifyReply,
  { limits }: Resources,
): void {
  if (announcedBytes(request) !== null) return
  const { raw } = request
  // More has been received by the time that the limit is noticed.
  const most = Math.floor(limits.anonymousBodyBytes / 4)
  let received = 0
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received <= most || reply.sent) return
    raw.pause()
    void reply.send(tooLarge(most))
  })
  // It flows once it is read, and not because it is counted.
  raw.pause()
}

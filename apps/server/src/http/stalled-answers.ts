import type { Server } from 'node:http'
import type { Socket } from 'node:net'

import type { Limits } from '../limits/limits.ts'
import type { Resources } from '../limits/resources.ts'

/** A member of Node's sockets that it does not declare. */
type Written = { _handle?: { writeQueueSize?: number } | null }

/** Since when bytes are pending, and how many were sent since. */
type Waiting = { since: number; remainingBytes: number; written: number; queue: number }

/**
 * Closes connections whose client does not read its pending answer: fewer than `stalledBytes` sent
 * in `stalledMs`. Their budget is returned. A connection without pending bytes may be idle. Returns
 * a function that stops the check.
 */
export function closeStalledAnswers(
  server: Server,
  { limits, stalled }: Pick<Resources, 'limits' | 'stalled'>,
): () => void {
  const sockets = new Map<Socket, Waiting | null>()
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, null)
    socket.once('close', () => sockets.delete(socket))
  })
  const appearance = () => {
    for (const [socket, before] of sockets) {
      const now = inspect(socket, before, limits)
      if (now !== 'stalled') {
        sockets.set(socket, now)
        continue
      }
      stalled.answers += 1
      socket.destroy()
    }
  }
  const timer = setInterval(appearance, limits.stalledMs / 4).unref()
  return () => clearInterval(timer)
}

function inspect(
  socket: Socket,
  before: Waiting | null,
  { stalledMs, stalledBytes }: Limits,
): Waiting | null | 'stalled' {
  if (socket.writableLength === 0) return null
  const written = (socket.bytesWritten ?? 0) - socket.writableLength
  // Only the system knows how much of a pending large chunk was sent.
  // oxlint-disable-next-line no-underscore-dangle -- Node's own name
  const queue = (socket as Written)._handle?.writeQueueSize ?? 0
  const beginning = { since: performance.now(), remainingBytes: 0, written, queue }
  if (before === null) return beginning
  const remainingBytes =
    before.remainingBytes +
    Math.max(0, written - before.written) +
    Math.max(0, before.queue - queue)
  if (remainingBytes >= stalledBytes) return beginning
  if (beginning.since - before.since > stalledMs) return 'stalled'
  return { ...beginning, since: before.since, remainingBytes }
}

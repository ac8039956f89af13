import { Worker } from 'node:worker_threads'

import type { PasswordCheck } from '@basalt/contract/account/profile'

import type { PasswordStrength } from './password-strength.ts'

/** Long enough for a user who is choosing a password; then the memory is released. */
const idleMs = 60_000

/** Scores passwords in a worker thread that ends when idle. */
export function strengthInThread(script: URL): PasswordStrength & { close(): Promise<void> } {
  let worker: Worker | null = null
  let lastId = 0
  let idle: NodeJS.Timeout | undefined
  const waiting = new Map<
    number,
    { resolve(result: PasswordCheck): void; reject(error: Error): void }
  >()

  const end = async () => {
    const ending = worker
    worker = null
    clearTimeout(idle)
    await ending?.terminate()
  }
  const start = () => {
    const started = new Worker(script)
    started.unref()
    started.on('message', ({ id, result }: { id: number; result: PasswordCheck }) => {
      waiting.get(id)?.resolve(result)
      waiting.delete(id)
    })
    started.on('error', (error: Error) => {
      for (const requester of waiting.values()) requester.reject(error)
      waiting.clear()
      worker = null
    })
    return started
  }

  return {
    check(password) {
      worker ??= start()
      clearTimeout(idle)
      idle = setTimeout(() => void end(), idleMs)
      idle.unref()
      const id = ++lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker?.postMessage({ id, password })
      })
    },
    close: end,
  }
}

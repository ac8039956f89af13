import type { FastifyBaseLogger } from 'fastify'

/** Runs the job again and again, never twice at once; answers how to stop. */
export function every(
  intervalMs: number,
  job: () => Promise<void>,
  logger: FastifyBaseLogger,
): () => Promise<void> {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  const schedule = () => {
    timer = setTimeout(() => {
      running = job()
        .catch((error: unknown) => logger.error({ err: error }, 'A recurring job failed'))
        .finally(() => {
          if (!isStopped) schedule()
        })
    }, intervalMs)
    timer.unref()
  }
  schedule()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}

import type { Log } from '../log.ts'

/** Runs the job again and again, never twice at once; answers how to stop. */
export function every(intervalMs: number, job: () => Promise<void>, log: Log): () => Promise<void> {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  const schedule = () => {
    timer = setTimeout(() => {
      running = job()
        .catch((error: unknown) => log.error({ err: error }, 'A recurring job failed'))
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

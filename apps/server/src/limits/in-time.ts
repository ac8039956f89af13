import { EngineError } from '@basalt/engine'

/** Limits work that may have to wait for a server, such as opening a database; it is not cancelled. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new EngineError('unreachable', 'The cluster did not answer in time.')),
      ms,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

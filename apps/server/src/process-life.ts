import { setFlagsFromString } from 'node:v8'

import type { Logger } from 'pino'

type Shutdown = () => Promise<unknown>

/** Undone in reverse when the start fails half way or the server is asked to stop. */
export class Undo {
  readonly #steps: Shutdown[] = []
  add(step: Shutdown) {
    this.#steps.push(step)
  }
  async run() {
    for (const step of this.#steps.splice(0).toReversed()) await step().catch(() => undefined)
  }
}

/**
 * Lets V8 look for what is no longer needed when the heap has grown by two fifths. Left alone
 * it waits until the heap is several times what is in use; docs/decisions/012 has the figures.
 */
export function keepHeapSmall() {
  setFlagsFromString('--heap-growing-percent=40')
}

/** The first signal stops everything; a second one leaves the databases running. */
export function stopOnSignals(undo: Undo) {
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(130)
    isStopping = true
    void undo.run().then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

/** Clusters outlive the process, so ending at once is safe; going on might not be. */
export function logLastWords(logger: Logger) {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'The server stops because of an error that nobody expected')
    process.stderr.write(`${error.stack ?? error.message}\n`)
    process.exit(1)
  })
}

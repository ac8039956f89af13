import { setFlagsFromString } from 'node:v8'

import type { Logger } from 'pino'

type Shutdown = () => Promise<unknown>

/** Cleanup in reverse order when the start fails or the server is asked to stop. */
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
 * Makes V8 collect garbage when the heap has grown by two fifths. By default it waits until the
 * heap is several times the live data; docs/decisions/012 has the figures.
 */
export function keepHeapSmall() {
  setFlagsFromString('--heap-growing-percent=40')
}

/** Ends a process whose start failed, at the latest after `stopMs`. */
export async function giveUpStart(undo: Undo, { stopMs }: { stopMs: number }): Promise<never> {
  setTimeout(() => process.exit(1), stopMs)
  await undo.run()
  return process.exit(1)
}

type Stopping = {
  stopMs: number
  logger: Pick<Logger, 'fatal'>
  /** Tells the operator what goes on when stopping takes too long. */
  hint?: string
}

const serverHint = 'Databases that still run keep running: start and stop the server to stop them.'

/**
 * The first signal stops everything; a second one leaves the databases running, and so does
 * `stopMs`: a part that does not stop must not keep the process.
 */
export function stopOnSignals(undo: Undo, { stopMs, logger, hint = serverHint }: Stopping) {
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(130)
    isStopping = true
    setTimeout(() => endWith(logger, new Error(lateText(stopMs, hint))), stopMs)
    void undo.run().then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

const lateText = (stopMs: number, hint: string) =>
  `Stopping took longer than ${stopMs / 1000} s. ${hint}`

/**
 * Ends the process at an unhandled exception or rejection, even if the log fails. Clusters outlive
 * the process, so exiting at once is safe; continuing might not be.
 */
export function logCrash(logger: Pick<Logger, 'fatal'>) {
  process.on('uncaughtException', (error: unknown) => endWith(logger, error))
  process.on('unhandledRejection', (reason: unknown) => endWith(logger, reason))
}

/** More of an error is not written: its text may hold a whole value of a database. */
const maxCharacters = 16 * 1024

function endWith(logger: Pick<Logger, 'fatal'>, error: unknown) {
  try {
    // Before the log, which may throw; errors of a closed terminal are ignored.
    process.stderr.on('error', () => {})
    const { name, stack } = describeCrash(error)
    process.stderr.write(`${stack}\n`)
    logger.fatal({ err: { type: name, stack } }, 'The server stops because of an unexpected error')
  } finally {
    // It replaces the error thrown above.
    process.exit(1)
  }
}

/** Any value can be thrown, also one without a text. */
function describeCrash(error: unknown): { name: string; stack: string } {
  try {
    const { name, stack, message } =
      error instanceof Error
        ? error
        : { name: typeof error, stack: undefined, message: String(error) }
    return { name, stack: (stack ?? message).slice(0, maxCharacters) }
  } catch {
    return { name: typeof error, stack: 'The error has no text.' }
  }
}

import { useEffect, useState } from 'react'

import { examine, type Inspection, type Reading } from './inspect.ts'

export type InspectionState =
  | { status: 'reading'; bytes: number }
  | { status: 'ready'; result: Inspection }
  | { status: 'failed'; message: string }

type Listener = (state: InspectionState) => void

/** Parses the whole file in a worker, again whenever the settings change. */
export function useInspection(file: File | null, reading: Reading | null): InspectionState {
  const key = JSON.stringify(reading)
  const [known, setKnown] = useState<{ of: string; state: InspectionState } | null>(null)
  useEffect(() => {
    if (file === null || reading === null) return undefined
    const notify = (state: InspectionState) => setKnown({ of: key, state })
    return typeof Worker === 'undefined'
      ? inspectHere(file, reading, notify)
      : inspectAdjacent(file, reading, notify)
    // `key` is the reading by its content.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [file, key])
  return known?.of === key ? known.state : { status: 'reading', bytes: 0 }
}

function inspectAdjacent(file: File, reading: Reading, notify: Listener): () => void {
  const worker = new Worker(new URL('./inspect-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => notify(getState(data)))
  worker.addEventListener('error', () =>
    notify({ status: 'failed', message: 'The file could not be read' }),
  )
  worker.postMessage({ file, reading })
  return () => worker.terminate()
}

type Answer = { bytes?: number; result?: Inspection; failure?: string }

function getState({ bytes = 0, result, failure }: Answer): InspectionState {
  if (result !== undefined) return { status: 'ready', result }
  if (failure !== undefined) return { status: 'failed', message: words(failure) }
  return { status: 'reading', bytes }
}

/** Browsers have different messages; the solution is another encoding. */
const words = (message: string): string =>
  /decod|encod/iu.test(message) ? 'The file has a different encoding. Choose it above.' : message

function inspectHere(file: File, reading: Reading, notify: Listener): () => void {
  const deleted = new AbortController()
  const watching = {
    onBytes: (bytes: number) => notify({ status: 'reading', bytes }),
    signal: deleted.signal,
  }
  examine(file, reading, watching).then(
    (result) => notify({ status: 'ready', result }),
    (error: unknown) => {
      if (deleted.signal.aborted) return
      notify({ status: 'failed', message: words(error instanceof Error ? error.message : '') })
    },
  )
  return () => deleted.abort()
}

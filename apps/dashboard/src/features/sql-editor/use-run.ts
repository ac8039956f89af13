import { databaseQuery, type QueryLine } from '@basalt/contract'
import { useEffect, useRef, useState } from 'react'

import { stream } from '../../lib/api.ts'
import { endRun, type Run, startRun, withLines } from './run-model.ts'

/** A hidden tab gets no animation frames, but its lines must not pile up either. */
const slowestMs = 200

/** Runs SQL and takes its answer in as it comes. Nothing runs unless `start` is called. */
export function useRun(projectRef: string) {
  const [run, setRun] = useState<Run | null>(null)
  const running = useRef<{ controller: AbortController; id: number }>({
    controller: new AbortController(),
    id: 0,
  })
  useEffect(() => () => running.current.controller.abort(), [])

  function start(query: string, from: number) {
    running.current.controller.abort()
    const controller = new AbortController()
    const id = running.current.id + 1
    running.current = { controller, id }
    setRun(startRun(id, from))
    const change = (next: (run: Run) => Run) =>
      setRun((current) => (current?.id === id ? next(current) : current))
    void answer({ projectRef, query, signal: controller.signal, change })
  }

  return { run, start, cancel: () => running.current.controller.abort() }
}

type Answer = {
  projectRef: string
  query: string
  signal: AbortSignal
  change: (next: (run: Run) => Run) => void
}

async function answer({ projectRef, query, signal, change }: Answer) {
  const lines = gather((batch) => change((run) => withLines(run, batch)))
  const ended = await stream(
    databaseQuery.run,
    { params: { ref: projectRef }, body: { query } },
    { signal, onLine: lines.add },
  ).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  lines.flush()
  if (signal.aborted) change((run) => endRun(run, { cancelled: true }))
  else {
    const failure = ended ?? new Error('The answer ended before all statements were run.')
    change((run) => endRun(run, { failure }))
  }
}

/** Hands lines over once per frame, however many come: one render shows them all. */
function gather(handOver: (lines: QueryLine[]) => void) {
  let waiting: QueryLine[] = []
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = undefined
    timer = undefined
    const lines = waiting
    waiting = []
    if (lines.length > 0) handOver(lines)
  }

  return {
    flush,
    add: (line: QueryLine) => {
      waiting.push(line)
      frame ??= requestAnimationFrame(flush)
      timer ??= setTimeout(flush, slowestMs)
    },
  }
}

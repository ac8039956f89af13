import { whenIdle } from '../../../lib/browser/when-idle.ts'
import { holdLive } from './live-runs.ts'
import type { Run } from './run-model.ts'
import type { QueryRuns } from './run-store.ts'
import { isOver, getStored } from './stored-run.ts'
import { keepRun, type StoredPosition, getName } from './stored-runs.ts'

/** The interval between writes of a long run doubles, because its stored part changes less. */
const firstMs = 1000
const slowestMs = 16_000

type Written = Pick<Run, 'statements' | 'state' | 'decided'>

/** Stores each run of a query when it is over, and at growing intervals before. */
export function keepRuns(scope: StoredPosition, runs: QueryRuns): void {
  let written: Written | undefined
  let [id, pause] = [0, firstMs]
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRequested = false
  let release: (() => void) | undefined

  /** Releases the lock of a running query only after its end was stored. */
  function notifyOthers() {
    const run = runs.get()
    if (run !== null && !isOver(run) && !runs.isClosed) release ??= holdLive(getName(scope))
    else {
      release?.()
      release = undefined
    }
  }
  function write() {
    clearTimeout(timer)
    timer = undefined
    const run = runs.get()
    const { request } = runs
    if (run === null || request === undefined || !isNew(run, written)) return
    written = run
    if (run.statements.length === 0) return notifyOthers()
    const kept = getStored(run, { request, at: runs.startedAt })
    void keepRun(scope, kept, () => !runs.isClosed).then(notifyOthers)
  }
  async function writeWhenIdle() {
    if (isRequested) return
    isRequested = true
    await whenIdle()
    isRequested = false
    write()
  }
  function follow() {
    const run = runs.get()
    if (run === null || run.id === 0) return
    if (!isOver(run)) notifyOthers()
    if (!isNew(run, written)) return
    if (run.id !== id) [id, pause] = [run.id, firstMs]
    // A reload ends a held run, so its state is stored at once.
    if (run.state === 'held') write()
    else if (isOver(run) || isStep(run, written)) void writeWhenIdle()
    else if (timer === undefined) {
      timer = setTimeout(() => void writeWhenIdle(), pause)
      pause = Math.min(2 * pause, slowestMs)
    }
  }
  const onHidden = () => {
    if (document.visibilityState === 'hidden') write()
  }
  document.addEventListener('visibilitychange', onHidden)
  globalThis.addEventListener('pagehide', write)
  const leave = runs.subscribe(() => {
    if (!runs.isClosed) return follow()
    leave()
    notifyOthers()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onHidden)
    globalThis.removeEventListener('pagehide', write)
  })
  follow()
}

const isNew = (run: Run, written: Written | undefined): boolean =>
  run.statements !== written?.statements ||
  run.state !== written.state ||
  run.decided !== written.decided

const maxSteps = 20

/** Whether another statement of a short script is done: its result is stored without delay. */
const isStep = ({ statements, of = 1 }: Run, written: Written | undefined): boolean =>
  of > 1 && of <= maxSteps && doneIn(statements) > doneIn(written?.statements ?? [])

const doneIn = (statements: Run['statements']): number =>
  statements.filter(({ state }) => state === 'done').length

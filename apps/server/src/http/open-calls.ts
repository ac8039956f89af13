import type { Principal } from './context.ts'

/** A call from its start, before its caller is identified, to its end. */
type OpenCall = {
  /**
   * Aborted when the session or token of the caller is ended, when the token expires, and when the
   * client of `endWith` disconnects.
   */
  signal: AbortSignal
  /**
   * `deleted` belongs to this request alone. Every call pays for it, and `AbortSignal.any` costs
   * more.
   */
  endWith(deleted: AbortSignal): void
  belongsTo(principal: Principal | null): void
  close(): void
}

/** The calls that are being answered, by who made them. */
export type OpenCalls = {
  begin(): OpenCall
  /** Call these after the change is committed; later calls are refused by the pipeline. */
  endToken(id: string): void
  /** Everything that acts for the account. */
  endAccount(userId: string): void
}

type IsMeant = (principal: Principal) => boolean

type Followed = {
  controller: AbortController
  principal: Principal | null
  /** Sessions and tokens that ended while the caller was being identified. */
  missed: IsMeant[] | null
}

/** Answers which of these sessions still let their bearer in. */
type ActiveSessions = (ids: readonly string[]) => Promise<ReadonlySet<string>>

/** Sessions end in many ways, so those of long calls are polled. */
const pollMs = 400

/** Timers do not wait longer than this; no call is open that long. */
const maxTimerMs = 2 ** 31 - 1

export function createOpenCalls(activeSessions: ActiveSessions): OpenCalls {
  const calls = new Set<Followed>()
  let looking: NodeJS.Timeout | undefined

  const appearance = async () => {
    const open = [...calls].filter(({ principal }) => typeof principal?.sessionId === 'string')
    const ids = new Set(open.flatMap(({ principal }) => principal?.sessionId ?? []))
    // A database that does not answer for a moment ends nothing.
    const active = ids.size === 0 ? ids : await activeSessions([...ids]).catch(() => ids)
    for (const { principal, controller } of open) {
      if (!active.has(principal?.sessionId ?? '')) controller.abort()
    }
    looking = calls.size === 0 ? undefined : pollAgain()
  }
  const pollAgain = () => setTimeout(() => void appearance(), pollMs).unref()

  const end = (isMeant: IsMeant) => {
    for (const { controller, principal, missed } of calls) {
      missed?.push(isMeant)
      if (principal !== null && isMeant(principal)) controller.abort()
    }
  }

  return {
    begin() {
      const call: Followed = { controller: new AbortController(), principal: null, missed: [] }
      let stopTimer: () => void = () => undefined
      calls.add(call)
      looking ??= pollAgain()
      return {
        signal: call.controller.signal,
        belongsTo(principal) {
          const { missed } = call
          call.principal = principal
          call.missed = null
          if (principal === null) return
          stopTimer = abortAt(principal.token?.expiresAt ?? null, call.controller)
          if (missed?.some((isMeant) => isMeant(principal)) === true) call.controller.abort()
        },
        endWith(deleted) {
          const abort = () => call.controller.abort()
          if (deleted.aborted) abort()
          else deleted.addEventListener('abort', abort, { once: true })
        },
        close() {
          calls.delete(call)
          stopTimer()
        },
      }
    },
    endToken: (id) => end(({ token }) => token?.id === id),
    endAccount: (userId) => end((principal) => principal.userId === userId),
  }
}

function abortAt(time: Date | null, controller: AbortController): () => void {
  if (time === null) return () => undefined
  let timer: NodeJS.Timeout
  // A timer may fire a moment early, and has a maximum delay.
  const wait = () => {
    const ms = time.getTime() - Date.now()
    if (ms <= 0) return controller.abort()
    timer = setTimeout(wait, Math.min(ms, maxTimerMs)).unref()
    return undefined
  }
  wait()
  return () => clearTimeout(timer)
}

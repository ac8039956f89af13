import {
  databaseQuery,
  type HeldRun,
  type QueryLine,
  type ResultField,
} from '@basalt/contract/database/query'
import { databaseSessions } from '@basalt/contract/database/sessions'
import { useEffect, useRef, useState } from 'react'

import { call, stream } from '../../../../lib/network/api.ts'

/** More rows of a result are not read. */
export const maxRows = 200

type Settings = {
  query: string
  values: readonly (string | null)[]
  timeoutMs: number
  /** Keeps the transaction open until it is decided; rolled back at once without it. */
  isKept: boolean
}

export type CallRun = {
  state: 'running' | 'held' | 'done'
  fields: ResultField[]
  rows: (string | null)[][]
  notices: { severity: string; message: string }[]
  durationMs: number | null
  error: string | null
  held: HeldRun | null
  outcome: { text: string; isCommitted: boolean } | null
}

const started: CallRun = {
  state: 'running',
  fields: [],
  rows: [],
  notices: [],
  durationMs: null,
  error: null,
  held: null,
  outcome: null,
}

/** Calls a function in a transaction, which ends with the dialog unless it is committed. */
export function useCall(ref: string) {
  const [run, setRun] = useState<CallRun>()
  const [session] = useState(() => crypto.randomUUID())
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  async function start({ query, values, timeoutMs, isKept }: Settings) {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    const { signal } = controller
    const change = (next: (now: CallRun) => CallRun) => {
      if (!signal.aborted) setRun((now) => next(now ?? started))
    }
    setRun(started)
    const body = {
      query,
      session,
      values: [...values],
      settings: { statement_timeout_ms: timeoutMs },
      limit: maxRows,
      hold: isKept ? ('decide' as const) : ('roll_back' as const),
    }
    try {
      await stream(
        databaseQuery.run,
        { params: { ref }, body },
        { signal, onLine: (line) => change((now) => withLine(now, line)) },
      )
      change((now) => ({ ...now, state: 'done' }))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      change((now) => ({ ...now, state: 'done', error: now.error ?? message }))
    }
  }
  const cancel = () => {
    current.current?.abort()
    setRun((now) => now && { ...now, state: 'done', held: null, error: 'The call was cancelled.' })
  }
  const decide = (outcome: 'commit' | 'roll_back') =>
    call(databaseSessions.decide, { params: { ref, id: session }, body: { outcome } })
  return { run, start, cancel, decide }
}

type LineOf<Type extends QueryLine['type']> = Extract<QueryLine, { type: Type }>

/** The lines of the answer that change the shown result. */
const readers: {
  [Type in QueryLine['type']]?: (line: LineOf<Type>, run: CallRun) => Partial<CallRun>
} = {
  fields: ({ fields }) => ({ fields }),
  rows: ({ rows }, run) => ({ rows: [...run.rows, ...rows].slice(0, maxRows) }),
  notice: (line, { notices }) => ({ notices: [...notices, line] }),
  complete: (line) => ({ durationMs: line.duration_ms }),
  error: (line) => ({ error: describeError(line) }),
  held: (held) => ({ state: 'held', held }),
  decided: ({ outcome, reason }) => {
    const isCommitted = outcome === 'committed'
    const text = isCommitted ? 'Its changes were committed.' : 'Its changes were rolled back.'
    return {
      state: 'done',
      outcome: { text: reason === undefined ? text : `${text} ${reason}.`, isCommitted },
    }
  },
}

function withLine(run: CallRun, line: QueryLine): CallRun {
  // The reader of a type takes its lines.
  const read = readers[line.type] as ((of: QueryLine, run: CallRun) => Partial<CallRun>) | undefined
  return { ...run, ...read?.(line, run) }
}

const describeError = ({ message, sql }: Extract<QueryLine, { type: 'error' }>): string =>
  [message, sql?.detail, sql?.hint].filter((part) => part !== undefined).join('\n')

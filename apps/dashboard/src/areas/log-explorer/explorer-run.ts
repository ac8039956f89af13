import { type ExplorerLine, logExplorer } from '@basalt/contract/logs/explorer'
import { useEffect, useRef, useState } from 'react'

import { stream } from '../../lib/network/api.ts'
import type { Rows } from '../../product/rows/value-kinds.ts'

type Line<Type extends ExplorerLine['type']> = Extract<ExplorerLine, { type: Type }>

export type ExplorerRun = {
  state: 'running' | 'done' | 'failed'
  rows: Rows
  error?: Pick<Line<'error'>, 'message' | 'hint' | 'start' | 'kind'>
  end?: Line<'complete'>
}

export type RunBody = { sql: string; from: string; to: string }

const noRows: Rows = { fields: [], count: 0, at: () => [] }

/** Runs one query at a time; a new one, and leaving the page, cancels the former. */
export function useExplorerRun(ref: string) {
  const [run, setRun] = useState<ExplorerRun>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  const start = async (body: RunBody): Promise<ExplorerRun> => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    const reader = new RunReader()
    setRun(reader.run())
    try {
      const options = {
        signal: controller.signal,
        onLine: (line: ExplorerLine) => reader.take(line),
      }
      await stream(logExplorer.run, { params: { ref }, body }, options)
    } catch (error) {
      reader.fail(controller.signal.aborted ? cancelled : (error as Error))
    }
    const ended = reader.run()
    if (current.current === controller) {
      current.current = undefined
      setRun(ended)
    }
    return ended
  }
  return { run, start, cancel: () => current.current?.abort() }
}

const cancelled = new Error('The query was cancelled.')

class RunReader {
  readonly #rows: (string | null)[][] = []
  #fields: Rows['fields'] = []
  #error: ExplorerRun['error']
  #end: Line<'complete'> | undefined

  take(line: ExplorerLine): void {
    if (line.type === 'fields') this.#fields = line.fields
    else if (line.type === 'rows') this.#rows.push(...line.rows)
    else if (line.type === 'error') this.#error = line
    else this.#end = line
  }

  fail({ message }: Error): void {
    this.#error ??= { message, hint: null, start: null, kind: 'cancelled' }
  }

  run(): ExplorerRun {
    const rows = this.#rows
    if (this.#error !== undefined) return { state: 'failed', rows: noRows, error: this.#error }
    if (this.#end === undefined) return { state: 'running', rows: noRows }
    const at = (row: number) => rows[row] ?? []
    return { state: 'done', rows: { fields: this.#fields, count: rows.length, at }, end: this.#end }
  }
}

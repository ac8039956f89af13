import { type ChildProcess, fork } from 'node:child_process'

import { parseWords, type QueryReading, type ReadScript } from '@basalt/pg-grammar'
import type { LexicalRules } from '@basalt/pg-sql'

import { KnownScripts } from './known-scripts.ts'
import { rulesFor, type ScriptReader } from './script-reader.ts'

type Requester = (result: unknown) => void
type Answer = { id: number; result: unknown }

/** Long enough for a user who reads a result; then the memory is released. */
const idleMs = 300_000

/**
 * Parses scripts with PostgreSQL's grammar in a child process, which starts with the first script
 * and ends when idle: a thread would keep a part of its memory, and a script that crashes the
 * parser would end the server. Such a script is known by its tokens only.
 */
export function grammarWorker(program: URL): ScriptReader & { close(): Promise<void> } {
  const adjacent = childProcess(program)
  const known = new KnownScripts()
  return {
    async read(script, given) {
      const rules = rulesFor(script, given)
      // Other rules are rare, so their results are not cached.
      const isKept = rules.hasStandardStrings
      const found = isKept ? known.find(script) : undefined
      if (found !== undefined) return found
      const read = (await adjacent.ask(script, rules)) as ReadScript | null
      if (read === null) return parseWords(script, rules)
      if (isKept) known.keep(script, read)
      return read
    },
    async parts(text) {
      const reading = (await adjacent.ask(text, null)) as QueryReading | null
      const message = 'The query could not be parsed'
      return reading ?? { error: { message, start: 0, end: text.length } }
    },
    close: adjacent.close,
  }
}

/** `ask` answers null when the process has ended instead of answering. */
function childProcess(program: URL) {
  let child: ChildProcess | null = null
  let lastId = 0
  let idle: NodeJS.Timeout | undefined
  const waiting = new Map<number, Requester>()

  const leave = (remaining: ChildProcess) => {
    if (child !== remaining) return
    child = null
    for (const resolve of waiting.values()) resolve(null)
    waiting.clear()
  }
  const start = () => {
    const started = fork(program, {
      serialization: 'advanced',
      execArgv: ['--max-semi-space-size=1', '--max-old-space-size=256'],
      // It needs none of the server's settings and secrets.
      env: {},
    })
    started.on('message', ({ id, result }: Answer) => {
      waiting.get(id)?.(result)
      waiting.delete(id)
      if (waiting.size === 0) rest()
    })
    started.once('error', () => leave(started))
    started.once('exit', () => leave(started))
    return started
  }
  /** While idle it does not keep the server running. */
  const rest = () => {
    child?.unref()
    child?.channel?.unref()
    idle = setTimeout(() => void close(), idleMs)
    idle.unref()
  }
  const close = async () => {
    clearTimeout(idle)
    const ending = child
    if (ending === null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill()
    await ended
  }

  return {
    ask(script: string, rules: LexicalRules | null): Promise<unknown> {
      child ??= start()
      clearTimeout(idle)
      const requested = child
      const id = ++lastId
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        requested.send({ id, script, rules }, (error) => {
          if (error !== null) leave(requested)
        })
      })
    },
    close,
  }
}

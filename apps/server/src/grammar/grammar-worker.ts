import { type ChildProcess, fork } from 'node:child_process'

import { type ReadScript, parseWords } from '@basalt/pg-grammar'
import type { LexicalRules } from '@basalt/pg-sql'

import { KnownScripts } from './known-scripts.ts'
import { rulesFor, type ScriptReader } from './script-reader.ts'

type Asker = (result: ReadScript | null) => void
type Answer = { id: number; result: ReadScript }

/** Long enough for somebody who reads a result, then the memory is given back. */
const idleMs = 300_000

/**
 * Reads scripts with PostgreSQL's grammar in a process beside the server, which is there from
 * the first script and ends when nobody asks: of a thread a part of the memory would stay, and
 * a script that is too much would take the server along. Of such a script the words are all
 * that is known.
 */
export function grammarWorker(program: URL): ScriptReader & { close(): Promise<void> } {
  const adjacent = childProcess(program)
  const known = new KnownScripts()
  return {
    async read(script, given) {
      const rules = rulesFor(script, given)
      // Other rules are seldom, so what they make of a script is not kept.
      const isKept = rules.hasStandardStrings
      const found = isKept ? known.find(script) : undefined
      if (found !== undefined) return found
      const read = await adjacent.ask(script, rules)
      if (read === null) return parseWords(script, rules)
      if (isKept) known.keep(script, read)
      return read
    },
    close: adjacent.close,
  }
}

/** `ask` answers null when the process has ended instead of answering. */
function childProcess(program: URL) {
  let child: ChildProcess | null = null
  let lastId = 0
  let idle: NodeJS.Timeout | undefined
  const waiting = new Map<number, Asker>()

  const leave = (left: ChildProcess) => {
    if (child !== left) return
    child = null
    for (const resolve of waiting.values()) resolve(null)
    waiting.clear()
  }
  const start = () => {
    const started = fork(program, {
      serialization: 'advanced',
      execArgv: ['--max-semi-space-size=1', '--max-old-space-size=256'],
      // It needs to know nothing of the server's settings and secrets.
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
  /** Between questions it keeps nobody from ending. */
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
    ask(script: string, rules: LexicalRules): Promise<ReadScript | null> {
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

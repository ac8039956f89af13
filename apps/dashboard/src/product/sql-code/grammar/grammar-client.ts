import { type ReadScript, parseWords } from '@basalt/pg-grammar'

import type { GrammarAnswer } from './grammar-worker.ts'

type Requested = {
  text: string
  answer: Promise<ReadScript>
  resolve(result: ReadScript): void
  reject(error: Error): void
}

/** Long enough for a user who thinks; then the memory is released. */
const idleMs = 120_000

let worker: Worker | null = null
let idle: ReturnType<typeof setTimeout> | undefined
/** The text that the worker is parsing, and the next one. */
let reading: Requested | null = null
let next: Requested | null = null

/**
 * Parses a script in a worker with PostgreSQL's own grammar, which is loaded with the first call.
 * The same text gets the same answer again; a waiting text that is replaced by a later one is never
 * parsed, and its promise is rejected with an `AbortError`. Without the grammar only the tokens of
 * the script are available.
 */
export function readScript(text: string): Promise<ReadScript> {
  if (typeof Worker === 'undefined') return Promise.resolve(parseWords(text))
  const known = [next, reading].find((requested) => requested?.text === text)
  if (known) return known.answer
  next?.reject(new DOMException('A later text is read instead', 'AbortError'))
  next = ask(text)
  const { answer } = next
  if (reading === null) readNext()
  return answer
}

function ask(text: string): Requested {
  let settle: Pick<Requested, 'resolve' | 'reject'> | undefined
  const answer = new Promise<ReadScript>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return {
    text,
    answer,
    resolve: (result) => settle?.resolve(result),
    reject: (error) => settle?.reject(error),
  }
}

function readNext(): void {
  reading = next
  next = null
  clearTimeout(idle)
  if (reading === null) idle = setTimeout(end, idleMs)
  else (worker ??= start()).postMessage(reading.text)
}

function start(): Worker {
  const started = new Worker(new URL('./grammar-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<GrammarAnswer>) => {
    if ('result' in data) reading?.resolve(data.result)
    else describeAnswerBy()
    readNext()
  })
  started.addEventListener('error', () => {
    // Loading failed, or a text crashed the parser: the next one gets a new worker.
    end()
    describeAnswerBy()
    readNext()
  })
  return started
}

function end(): void {
  worker?.terminate()
  worker = null
}

function describeAnswerBy(): void {
  reading?.resolve(parseWords(reading.text))
}

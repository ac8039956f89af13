import { type ReadScript, parseWords } from '@basalt/pg-grammar'

import type { GrammarAnswer } from './grammar-worker.ts'

type Requested = {
  text: string
  answer: Promise<ReadScript>
  resolve(result: ReadScript): void
  reject(error: Error): void
}

/** Long enough for somebody who thinks, then the memory is given back. */
const idleMs = 120_000

let worker: Worker | null = null
let idle: ReturnType<typeof setTimeout> | undefined
/** What the worker reads at the moment, and the one text that it reads next. */
let reading: Requested | null = null
let next: Requested | null = null

/**
 * What a script says, read beside the page by PostgreSQL's own grammar, which is fetched with
 * the first call. Whoever asks about the same text again gets the same answer; a text that was
 * still waiting when a later one came is never read, and its promise is rejected with an
 * `AbortError`. Without the grammar the words of the script are all that is known of it.
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
    // It could not be fetched, or a text was too much for it: the next one gets a new one.
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

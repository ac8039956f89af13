import { loadGrammar } from '@basalt/pg-grammar'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { readScript } from './grammar-client.ts'
import type { GrammarAnswer } from './grammar-worker.ts'

type Listener = (event: { data: GrammarAnswer }) => void

/** A fake of the browser's worker: parses with the real grammar, with a delay. */
class NearbyWorker {
  static started: NearbyWorker[] = []
  /** All their requests, in order. */
  static requested: string[] = []
  readonly #listeners = new Map<string, Listener>()

  constructor() {
    NearbyWorker.started.push(this)
  }

  addEventListener(kind: string, listener: Listener) {
    this.#listeners.set(kind, listener)
  }

  async postMessage(text: string) {
    NearbyWorker.requested.push(text)
    const grammar = await loadGrammar()
    const data: GrammarAnswer =
      text === 'fail' ? { failure: 'Nothing was found' } : { result: grammar.read(text) }
    this.#listeners.get(text === 'break' ? 'error' : 'message')?.({ data })
  }

  terminate() {
    NearbyWorker.started = NearbyWorker.started.filter((worker) => worker !== this)
  }
}

beforeEach(() => vi.stubGlobal('Worker', NearbyWorker))
afterEach(() => {
  NearbyWorker.requested = []
  vi.unstubAllGlobals()
})

test('a script is parsed by a worker that is started with the first one', async () => {
  expect(NearbyWorker.started).toHaveLength(0)
  const first = await readScript('delete from orders')
  const second = await readScript('select 1; selec')
  expect(first.statements[0]?.warnings).toMatchObject([{ code: 'delete_without_where' }])
  expect(second.statements[1]?.error).toMatchObject({ start: 10, end: 15 })
  expect(NearbyWorker.started).toHaveLength(1)
})

test('of texts that arrive during a parse only the last is parsed', async () => {
  const [first, second, third, again] = await Promise.allSettled([
    readScript('select 1'),
    readScript('select 2'),
    readScript('select 3'),
    readScript('select 3'),
  ])
  expect(first).toMatchObject({ value: { statements: [{ text: 'select 1' }] } })
  expect(second).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } })
  expect(third).toMatchObject({ value: { statements: [{ text: 'select 3' }] } })
  expect(again).toEqual(third)
  expect(NearbyWorker.requested).toEqual(['select 1', 'select 3'])
})

test('a crashed worker falls back to tokens, and the next text gets a new one', async () => {
  const [before] = NearbyWorker.started
  expect((await readScript('break')).statements[0]?.kind).toBe('OTHER')
  expect(NearbyWorker.started).toEqual([])
  expect((await readScript('with a as (select 1) delete from t')).statements[0]?.kind).toBe(
    'DELETE',
  )
  expect(NearbyWorker.started).toHaveLength(1)
  expect(NearbyWorker.started[0]).not.toBe(before)
})

test('a grammar that cannot be loaded falls back to tokens', async () => {
  expect((await readScript('fail')).statements).toMatchObject([{ kind: 'OTHER', warnings: [] }])
})

test('without workers only tokens are available', async () => {
  vi.stubGlobal('Worker', undefined)
  const { statements } = await readScript('drop table t')
  expect(statements).toMatchObject([{ kind: 'DROP TABLE', warnings: [] }])
})

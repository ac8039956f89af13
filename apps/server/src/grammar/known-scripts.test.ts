import { parseWords } from '@basalt/pg-grammar'
import { expect, test } from 'vitest'

import { KnownScripts } from './known-scripts.ts'

const kilobyte = 1024

test('a parsed script is cached until others are used more recently', () => {
  const known = new KnownScripts()
  const script = (index: number) => `select ${index} -- ${'x'.repeat(15 * kilobyte)}`
  const [first, second] = [parseWords(script(0)), parseWords(script(1))]
  known.keep(script(0), first)
  known.keep(script(1), second)
  for (let index = 2; index < 17; index += 1) known.keep(script(index), parseWords(script(index)))
  expect(known.find(script(0))).toBe(first)
  known.keep(script(17), parseWords(script(17)))
  known.keep(script(18), parseWords(script(18)))
  expect(known.find(script(0))).toBe(first)
  expect(known.find(script(1))).toBeUndefined()
})

test('a long script is not cached', () => {
  const known = new KnownScripts()
  const long = `select 1 -- ${'x'.repeat(17 * kilobyte)}`
  known.keep(long, parseWords(long))
  expect(known.find(long)).toBeUndefined()
})

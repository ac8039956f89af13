import { readFileSync } from 'node:fs'

import { splitStatements } from '@basalt/pg-sql'
import fc from 'fast-check'
import { loadModule, parseSync, scanSync } from 'libpg-query'
import { beforeAll, describe, expect, test } from 'vitest'

import { offsetsOfBytes } from './offsets.ts'

/** Valid statements, apart by lines of two percent signs. */
const corpus = readFileSync(new URL('testing/statements.txt', import.meta.url), 'utf8')
  .replace(/\n$/u, '')
  .split('\n%%\n')

beforeAll(() => loadModule())

/** Statement ranges according to PostgreSQL's own parser, from first to last token. */
function parsedRanges(script: string): { start: number; end: number }[] {
  const getOffset = offsetsOfBytes(script)
  const words = scanSync(script).tokens.filter(({ tokenName }) => !tokenName.endsWith('COMMENT'))
  return (parseSync(script).stmts ?? []).map(({ stmt_location: from = 0, stmt_len: length }) => {
    const to = length === undefined ? Infinity : from + length
    const own = words.filter(({ start, end }) => start >= from && end <= to)
    return { start: getOffset(own[0]?.start ?? from), end: getOffset(own.at(-1)?.end ?? from) }
  })
}

const splitRanges = (script: string) =>
  splitStatements(script).map(({ start, end }) => ({ start, end }))

describe('a script is split where PostgreSQL splits it', () => {
  test('the corpus has 200 statements or more, and each is one statement', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(200)
    for (const statement of corpus) {
      const ranges = splitRanges(statement)
      expect([statement, ranges]).toEqual([statement, parsedRanges(statement)])
      expect([statement, ranges.length]).toEqual([statement, 1])
    }
  })

  test('the whole corpus as one script', () => {
    const script = corpus.join('\n;')
    expect(splitRanges(script)).toEqual(parsedRanges(script))
    expect(splitRanges(script)).toHaveLength(corpus.length)
  })

  test('any statements with any spaces, comments and empty statements between them', () => {
    const space = fc.constantFrom(' ', '\n', '\r\n', '\t', '\f', '\v')
    const comment = fc.constantFrom(
      '-- ; \' " $$\n',
      '/* ; */',
      "/* ' /* ; */ $a$ */",
      '--\r',
      '/**/',
    )
    const blank = fc
      .array(fc.oneof(space, comment), { maxLength: 4 })
      .map((parts) => parts.join(''))
    // A comment to the end of its line would swallow the semicolon.
    const end = fc
      .tuple(blank, fc.constantFrom(';', ';;', '; ;'))
      .map(([before, mark]) => `\n${before}${mark}`)
    const script = fc
      .array(fc.tuple(blank, fc.constantFrom(...corpus), end), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.flat().join(''))
    fc.assert(
      fc.property(script, (text) => {
        expect(splitRanges(text)).toEqual(parsedRanges(text))
      }),
      { numRuns: 300 },
    )
  })
})

import {
  assistantLimits,
  type AssistantMessage,
  type AssistantQueryResult,
} from '@basalt/contract/project/assistant'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { getChat } from './chat.ts'

const done: AssistantQueryResult = {
  outcome: 'done',
  row_count: 2,
  columns: ['id', 'name'],
  rows: [
    ['1', 'Ada'],
    ['2', null],
  ],
  error: null,
}

const question: AssistantMessage = { role: 'user', text: 'How many?' }

const asking = (...results: (AssistantQueryResult | null)[]): AssistantMessage => ({
  role: 'assistant',
  text: 'I look',
  queries: results.map((result) => ({ id: 'same', title: 'Count', sql: 'select 1', result })),
})

const getSharedFields = (
  result: AssistantQueryResult | null,
  ...may: Parameters<typeof getChat>[1]
) => {
  const results = getChat([question, asking(result), question], may)[2]
  return results?.role === 'results' ? results.results[0]?.text : undefined
}

describe('a chat as sent to the model', () => {
  test('has queries as calls with unique ids, followed by their results', () => {
    const declined = { ...done, outcome: 'declined' as const }
    const chat = getChat([question, asking(done, declined), asking(done)], [])
    const input = { title: 'Count', sql: 'select 1' }
    expect(chat).toMatchObject([
      { role: 'user', text: 'How many?' },
      {
        role: 'assistant',
        text: 'I look',
        calls: [
          { id: 'call00001', name: 'execute_sql', input },
          { id: 'call00002', name: 'execute_sql', input },
        ],
      },
      { role: 'results', results: [{ call: { id: 'call00001' } }, { call: { id: 'call00002' } }] },
      { role: 'assistant', calls: [{ id: 'call00003' }] },
      { role: 'results', results: [{ call: { id: 'call00003' } }] },
    ])
  })

  test('has the number of rows and their columns, and states that rows are not shared', () => {
    const reported = getSharedFields(done, 'AI_SQL_GENERATOR_OPT_IN', 'AI_LOG_GENERATOR_OPT_IN')
    expect(reported).toContain('Rows: 2. Columns: id, name\nOnly the user sees the rows')
    expect(reported).not.toContain('Ada')
  })

  test('states that there may be more rows when the limit was reached', () => {
    const reported = getSharedFields({ ...done, row_count: assistantLimits.rows })
    expect(reported).toContain('Rows: 100, and perhaps more that were not read. Columns: id')
  })

  test('has rows when the organization allows them', () => {
    expect(getSharedFields(done, 'AI_DATA_GENERATOR_OPT_IN')).toBe(
      'This query was run. Rows: 2. Columns: id, name\nThe first rows, as JSON:\n["1","Ada"]\n["2",null]',
    )
  })

  test('has as many rows as fit, and the number of omitted ones', () => {
    const rows = Array.from({ length: 100 }, () => ['x'.repeat(5000)])
    const reported = getSharedFields({ ...done, rows }, 'AI_DATA_GENERATOR_OPT_IN') ?? ''
    expect(reported.length).toBeLessThan(assistantLimits.resultText + 300)
    expect(reported).toContain(`"${'x'.repeat(2000)}…"`)
    expect(reported).toContain('(91 more rows did not fit)')
  })

  test('has errors, truncated results, and queries that were not run or declined', () => {
    const failed = { ...done, outcome: 'failed' as const, error: 'e'.repeat(4000) }
    expect(getSharedFields(failed)).toBe(`This query failed: ${'e'.repeat(1000)}…`)
    const quoting = { ...failed, error: '22P02: invalid input: "Ada"', sqlstate: '22P02' }
    expect(getSharedFields(quoting)).toMatch(
      /^This query failed while it ran, with SQLSTATE 22P02\. /u,
    )
    expect(getSharedFields(quoting)).not.toContain('Ada')
    expect(getSharedFields({ ...quoting, position: 8 })).toContain('Ada')
    expect(getSharedFields(quoting, 'AI_DATA_GENERATOR_OPT_IN')).toContain('Ada')
    expect(getSharedFields({ ...done, outcome: 'declined' })).toContain('the user declined it')
    expect(getSharedFields({ ...done, row_count: null })).toContain('returned no rows')
    expect(getSharedFields(null)).toBe('This query was not run.')
  })

  test('leaves out an empty answer', () => {
    const silent: AssistantMessage = { role: 'assistant', text: '', queries: [] }
    const again: AssistantMessage = { role: 'user', text: 'Still there?' }
    expect(getChat([question, silent, again], [])).toEqual([
      { role: 'user', text: `${question.text}\n\nStill there?` },
    ])
  })

  test('continues only from a question, or from queries that all have a result', () => {
    const silent: AssistantMessage = { role: 'assistant', text: 'So.', queries: [] }
    expect(() => getChat([question, silent], [])).toThrow('Enter a question')
    expect(() => getChat([question, asking(done, null)], [])).toThrow(
      'Run or decline each query of the assistant first.',
    )
  })
})

const cell = fc.uuid().map((id) => `cell-${id}`)
const plain = fc.string({ maxLength: 40 })

const anyRows = fc.record({
  outcome: fc.constantFrom('done' as const, 'failed' as const, 'declined' as const),
  row_count: fc.option(fc.nat()),
  columns: fc.array(plain),
  rows: fc.array(fc.array(fc.option(cell))),
  error: fc.option(plain),
})
/** PostgreSQL's errors while it reads rows. */
const anyQuote = fc.record({
  outcome: fc.constant('failed' as const),
  row_count: fc.constant(null),
  columns: fc.constant<string[]>([]),
  rows: fc.constant<(string | null)[][]>([]),
  error: cell,
  sqlstate: fc.constantFrom('22P02', 'P0001', '42703'),
})
const anyResult = fc.oneof(anyRows, anyQuote)

const anyMessage: fc.Arbitrary<AssistantMessage> = fc.oneof(
  fc.record({ role: fc.constant('user' as const), text: plain }),
  fc.record({
    role: fc.constant('assistant' as const),
    text: plain,
    queries: fc.array(
      fc.record({ id: plain, title: plain, sql: plain, result: fc.option(anyResult) }),
    ),
  }),
)

test("no value of a row is ever sent without the organization's consent", () => {
  const others = fc.subarray(['AI_SQL_GENERATOR_OPT_IN', 'AI_LOG_GENERATOR_OPT_IN'] as const)
  fc.assert(
    fc.property(fc.array(anyMessage), others, (messages, may) => {
      const reported = JSON.stringify(getChat([...messages, question], may))
      expect(reported).not.toContain('cell-')
    }),
  )
})

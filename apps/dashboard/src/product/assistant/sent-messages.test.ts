import {
  assistant,
  assistantLimits,
  type AssistantMessage,
  type AssistantQueryResult,
} from '@basalt/contract/project/assistant'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { chat, message } from '../../testing/chats.ts'
import type { Message } from './assistant-state.ts'
import { sentMessages } from './sent-messages.ts'

const result = (more: Partial<AssistantQueryResult> = {}): AssistantQueryResult => ({
  outcome: 'done',
  row_count: 1,
  columns: ['name'],
  rows: [['Ada']],
  error: null,
  ...more,
})

const answer = (id: string, more: Partial<Message> = {}) =>
  message(id, { role: 'assistant', queries: [{ id: 'q', title: 'Who', sql: 'select' }], ...more })

const sent = (messages: Message[], canShareRows = true): AssistantMessage[] =>
  sentMessages(chat('one', { messages }), { canShareRows })

const listRows = ({ rows }: AssistantQueryResult) => {
  const [, reported] = sent([message('a'), answer('b', { results: { q: result({ rows }) } })])
  return reported?.role === 'assistant' ? reported.queries[0]?.result?.rows : undefined
}

test('an answer is sent with its queries and their results', () => {
  const queries = ['q', 'r'].map((id) => ({ id, title: 'Who', sql: 'select' }))
  const results = { q: result() }
  expect(sent([message('a'), answer('b', { queries, results })])).toEqual([
    { role: 'user', text: 'Text of a' },
    {
      role: 'assistant',
      text: 'Text of b',
      queries: [
        { ...queries[0], result: result() },
        { ...queries[1], result: null },
      ],
    },
  ])
})

test('rows are left out without the right to share them', () => {
  const messages = [message('a'), answer('b', { results: { q: result() } })]
  expect(sent(messages, false)[1]).toMatchObject({
    queries: [{ result: { ...result(), rows: [] } }],
  })
})

test('an answer without text is not sent', () => {
  const empty = message('b', { role: 'assistant', text: '', state: 'under_way' })
  expect(sent([message('a'), empty])).toEqual([{ role: 'user', text: 'Text of a' }])
})

test('the first message is always a question', () => {
  const long = Array.from({ length: 30 }, (_, at) => answer(`b${at}`))
  expect(sent([...long.slice(0, 2), message('a'), ...long.slice(0, 2)])).toHaveLength(3)
  const many = sent([message('a'), ...long])
  expect(many).toHaveLength(assistantLimits.messages)
  expect(many[0]).toEqual({ role: 'user', text: 'Text of a' })
  expect(sent(long)).toEqual([])
})

test('as many whole rows are sent as fit, and a part of one that does not', () => {
  const row = ['x'.repeat(5000), null]
  expect(listRows(result({ rows: Array.from({ length: 9 }, () => row) }))).toEqual(
    Array.from({ length: 4 }, () => row),
  )
  expect(listRows(result({ rows: [['x'.repeat(30_000), 'y']] }))).toEqual([
    [`${'x'.repeat(9999)}…`, 'y'],
  ])
  expect(listRows(result({ rows: Array.from({ length: 101 }, () => ['']) }))).toHaveLength(100)
})

const shownResult = fc.record({
  outcome: fc.constantFrom('done', 'failed', 'declined'),
  row_count: fc.option(fc.nat()),
  columns: fc.array(fc.string()),
  rows: fc.array(fc.array(fc.option(fc.string()))),
  error: fc.option(fc.constantFrom('', 'no', 'n'.repeat(5000))),
})

const anyMessage = fc.record<Partial<Message>>({
  role: fc.constantFrom('user', 'assistant'),
  text: fc.constantFrom('', 'Why?', 'w'.repeat(40_000)),
  queries: fc.constantFrom([], [{ id: 'q', title: 't'.repeat(300), sql: 's'.repeat(33_000) }]),
  results: fc.oneof(
    fc.constant({}),
    shownResult.map((q) => ({ q })),
  ),
})

test('the sent part of any chat satisfies the contract', () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 40 }), fc.boolean(), (all, canShareRows) => {
      const request = message('first')
      const messages = [request, ...all.map((more, at) => message(`m${at}`, more))]
      const reported = sent(messages, canShareRows)
      expect(assistant.answer.body.safeParse({ messages: reported }).error).toBeUndefined()
      expect(reported[0]?.role).toBe('user')
    }),
  )
})

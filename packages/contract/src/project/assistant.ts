import { z } from 'zod/mini'

import { aiOptInKeys } from '../organization/settings.ts'
import { defineRoute } from '../route.ts'

/** What of a chat is sent with a question, and what of a result. */
export const assistantLimits = {
  /** SPEC.md section 7: the last 20 messages of a chat are kept. */
  messages: 20,
  /** Characters of one message. */
  text: 32_000,
  /** Rows of a result, and the characters of all their values. */
  rows: 100,
  resultText: 20_000,
} as const

const byRef = z.object({ ref: z.string() })
const text = z
  .string()
  .check(z.maxLength(assistantLimits.text, 'Use at most 32,000 characters in a message'))

/** What became of a query that the assistant wanted to run. */
const queryResult = z.object({
  /** `declined`: whoever was asked did not want it to be run. */
  outcome: z.enum(['done', 'failed', 'declined']),
  /** How many rows came; null where it returned none. */
  row_count: z.nullable(z.int()),
  columns: z.array(z.string()).check(z.maxLength(1600)),
  /** The first of its rows, in PostgreSQL's own text. */
  rows: z.array(z.array(z.nullable(z.string()))).check(z.maxLength(assistantLimits.rows)),
  error: z.nullable(z.string().check(z.maxLength(4000))),
  /** Of the error, where it is PostgreSQL's. */
  sqlstate: z.optional(z.string().check(z.maxLength(5))),
  /**
   * Where in the text the error is, from 1: what PostgreSQL finds in the text it knows without a
   * row. An error that comes while rows are read has no place, and may quote them.
   */
  position: z.optional(z.int()),
})

const requestedQuery = z.object({
  /** Made by the model; told apart by it in one answer. */
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  /** What it is for, in a few words. */
  title: z.string().check(z.maxLength(200)),
  sql: text,
})

const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text: text.check(z.minLength(1, 'Enter a question')) }),
  z.object({
    role: z.literal('assistant'),
    text: z.string().check(z.maxLength(200_000)),
    queries: z
      .array(z.extend(requestedQuery, { result: z.nullable(queryResult) }))
      .check(z.maxLength(50)),
  }),
])

/**
 * One line of an answer: `text` continues what was said; `looking` tells what of the database
 * is being read for it; `query` is one that it wants to run, and nothing runs it but whoever
 * asked. `end` or `failed` is last.
 */
const line = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('looking'),
    at: z.enum(['tables', 'policies', 'extensions']),
    schema: z.nullable(z.string()),
  }),
  z.extend(requestedQuery, { type: z.literal('query') }),
  z.object({
    type: z.literal('end'),
    /**
     * `asks`: it goes on when its queries have results. `cut`: the model's limit was reached.
     * `looked`: it has looked as often as it may, and has not answered.
     */
    reason: z.enum(['answered', 'asks', 'cut', 'looked']),
  }),
  z.object({ type: z.literal('failed'), message: z.string() }),
])

const state = z.object({
  /** The model that answers, and the host it is asked at. */
  model: z.string(),
  host: z.string(),
  /** What of the project it is told. */
  may: z.array(z.enum(aiOptInKeys)),
  /** Why it answers nothing now. */
  off: z.nullable(z.enum(['not_chosen', 'spend_cap'])),
})

export type AssistantState = z.infer<typeof state>
export type AssistantLine = z.infer<typeof line>
export type AssistantMessage = z.infer<typeof message>
export type AssistantQuery = z.infer<typeof requestedQuery>
export type AssistantQueryResult = z.infer<typeof queryResult>

const permission = { action: 'tenant:Sql:Query', resource: 'queries' }

export const assistant = {
  state: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/assistant',
    params: byRef,
    response: state,
    permission,
    capability: 'assistant',
  }),
  /**
   * Answers the last message. Rows of results go to the model only where the organization has
   * chosen that, whatever is sent here. Closing the request ends the answer.
   */
  answer: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/assistant/answers',
    params: byRef,
    body: z.object({
      messages: z
        .array(message)
        .check(z.minLength(1, 'Write a question'), z.maxLength(assistantLimits.messages)),
    }),
    response: line,
    stream: true,
    permission,
    opensData: 'unless-restricted',
    capability: 'assistant',
  }),
}

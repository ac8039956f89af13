import { z } from 'zod/mini'

import { aiOptInKeys } from '../organization/settings.ts'
import { defineRoute } from '../route.ts'

/** Limits of the chat history and results that are sent with a question. */
export const assistantLimits = {
  /** SPEC.md section 7: the last 20 messages of a chat are stored. */
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

/** The outcome of a query that the assistant proposed to run. */
const queryResult = z.object({
  /** `declined`: the user did not allow the run. */
  outcome: z.enum(['done', 'failed', 'declined']),
  /** Number of rows; null when it returned none. */
  row_count: z.nullable(z.int()),
  columns: z.array(z.string()).check(z.maxLength(1600)),
  /** The first of its rows, in PostgreSQL's own text. */
  rows: z.array(z.array(z.nullable(z.string()))).check(z.maxLength(assistantLimits.rows)),
  error: z.nullable(z.string().check(z.maxLength(4000))),
  /** Of the error, where it is PostgreSQL's. */
  sqlstate: z.optional(z.string().check(z.maxLength(5))),
  /**
   * The position of the error in the text, from 1, for errors that PostgreSQL finds while it
   * parses. Errors at execution have no position, and may quote values of rows.
   */
  position: z.optional(z.int()),
})

const requestedQuery = z.object({
  /** Made by the model; unique within one answer. */
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Its purpose, in a few words. */
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
 * One line of an answer: `text` continues the message; `looking` names the schema tool that runs;
 * `query` is a proposed query, which only the user can run. `end` or `failed` is last.
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
     * `asks`: it continues when its queries have results. `cut`: the model's limit was reached.
     * `looked`: the limit of schema tool calls was reached without an answer.
     */
    reason: z.enum(['answered', 'asks', 'cut', 'looked']),
  }),
  z.object({ type: z.literal('failed'), message: z.string() }),
])

const state = z.object({
  /** The model, and the host that serves it. */
  model: z.string(),
  host: z.string(),
  /** The data sharing that the organization allows. */
  may: z.array(z.enum(aiOptInKeys)),
  /** Why the assistant is unavailable. */
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
   * Answers the last message. Rows of results are sent to the model only when the organization
   * allows it, even if the request includes them. Aborting the request ends the answer.
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

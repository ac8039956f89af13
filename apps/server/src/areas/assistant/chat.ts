import { ApiError } from '@basalt/contract/errors'
import type { AiOptInKey } from '@basalt/contract/organization/settings'
import {
  assistantLimits,
  type AssistantMessage,
  type AssistantQueryResult,
} from '@basalt/contract/project/assistant'

import type { ModelCall, ModelMessage } from '../../model/language-model.ts'
import { cutLines, cutText } from './cut.ts'

/** The tool without an implementation: its call is a proposed query, which the user may run. */
export const runTool = 'execute_sql'

const limits = { error: 1000, cell: 2000, columns: 4000 } as const

type Requested = Extract<AssistantMessage, { role: 'assistant' }>

/**
 * Converts a chat for the model. Queries of earlier answers become calls with their results, with
 * rows only when the organization allows it.
 *
 * @throws ApiError when there is nothing to answer: no question, or a query without a result.
 */
export function getChat(
  messages: readonly AssistantMessage[],
  may: readonly AiOptInKey[],
): ModelMessage[] {
  requireQuestion(messages.at(-1))
  const seesRows = may.includes('AI_DATA_GENERATOR_OPT_IN')
  let calls = 0
  // New ids, because the model's may repeat in a chat, and some servers accept this form only.
  const nextId = () => `call${String((calls += 1)).padStart(5, '0')}`
  return inTurns(
    messages.flatMap((message) =>
      message.role === 'user' ? [message] : answered(message, nextId, seesRows),
    ),
  )
}

/** Some models refuse a second question before the first one is answered: both become one. */
function inTurns(messages: readonly ModelMessage[]): ModelMessage[] {
  const turns: ModelMessage[] = []
  for (const message of messages) {
    const last = turns.at(-1)
    if (last?.role === 'user' && message.role === 'user') {
      turns[turns.length - 1] = { ...message, text: `${last.text}\n\n${message.text}` }
    } else turns.push(message)
  }
  return turns
}

function requireQuestion(last: AssistantMessage | undefined): void {
  if (last === undefined || last.role === 'user') return
  if (last.queries.length === 0) throw new ApiError('invalid_request', 'Enter a question')
  if (last.queries.every(({ result }) => result !== null)) return
  throw new ApiError('invalid_request', 'Run or decline each query of the assistant first.')
}

function answered(message: Requested, nextId: () => string, seesRows: boolean): ModelMessage[] {
  const results = message.queries.map(({ title, sql, result }) => {
    const call: ModelCall = { id: nextId(), name: runTool, input: { title, sql } }
    return { call, text: reported(result, seesRows) }
  })
  if (results.length === 0) {
    return message.text === '' ? [] : [{ role: 'assistant', text: message.text, calls: [] }]
  }
  const calls = results.map(({ call }) => call)
  return [
    { role: 'assistant', text: message.text, calls },
    { role: 'results', results },
  ]
}

function reported(result: AssistantQueryResult | null, seesRows: boolean): string {
  if (result === null) return 'This query was not run.'
  if (result.outcome === 'declined') {
    return 'This query was not run: the user declined it.'
  }
  if (result.outcome === 'failed') return failure(result, seesRows)
  if (result.row_count === null) return 'This query was run. It returned no rows.'
  const columns = cutText(result.columns.join(', '), limits.columns)
  const heading = `This query was run. Rows: ${counted(result.row_count)}. Columns: ${columns}`
  if (!seesRows) {
    return `${heading}\nOnly the user sees the rows: the organization does not share rows with you.`
  }
  return `${heading}\nThe first rows, as JSON:\n${listRows(result)}`
}

/** No more of them are read, so that as many as that may be the first of very many. */
const counted = (rows: number) =>
  rows === assistantLimits.rows ? `${rows}, and perhaps more that were not read` : String(rows)

/** Errors at execution may quote rows, in messages and with custom codes. */
function failure({ error, sqlstate, position }: AssistantQueryResult, seesRows: boolean): string {
  if (!seesRows && sqlstate !== undefined && position === undefined) {
    return `This query failed while it ran, with SQLSTATE ${sqlstate}. Only the user sees the message of PostgreSQL: it may quote rows.`
  }
  return `This query failed: ${cutText(error ?? 'PostgreSQL gave no reason.', limits.error)}`
}

function listRows({ rows }: AssistantQueryResult): string {
  const lines = rows.map((row) =>
    JSON.stringify(row.map((value) => (value === null ? null : cutText(value, limits.cell)))),
  )
  return cutLines(lines, {
    limit: assistantLimits.resultText,
    more: (omitted) => `(${omitted} more rows did not fit)`,
  })
}

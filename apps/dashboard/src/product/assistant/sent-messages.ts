import {
  assistantLimits,
  type AssistantMessage,
  type AssistantQuery,
  type AssistantQueryResult,
} from '@basalt/contract/project/assistant'

import type { Chat, Message } from './assistant-state.ts'

type Rights = { canShareRows: boolean }

/**
 * The last messages of a chat for a question, within the contract's limits. They start with a
 * message of the user. Without `canShareRows` they contain no row of a result.
 */
export function sentMessages(chat: Chat, rights: Rights): AssistantMessage[] {
  return lastMessages(chat.messages.filter(hasText)).map((message) =>
    message.role === 'user'
      ? { role: 'user', text: message.text.slice(0, assistantLimits.text) }
      : {
          role: 'assistant',
          text: message.text.slice(0, assistantLimits.text),
          queries: message.queries
            .slice(0, maxQueries)
            .map((query) => sentQuery(query, message.results[query.id], rights)),
        },
  )
}

const maxQueries = 50
const maxColumns = 1600
const maxTitleLength = 200
const maxErrorLength = 4000

/** An answer without text is not sent. */
const hasText = ({ role, text, queries }: Message): boolean =>
  text !== '' || (role === 'assistant' && queries.length > 0)

function lastMessages(messages: readonly Message[]): Message[] {
  const last = messages.slice(-assistantLimits.messages)
  const first = last.findIndex(({ role }) => role === 'user')
  if (first !== -1) return last.slice(first)
  // A question with very many answers is still their subject.
  const question = messages.findLast(({ role }) => role === 'user')
  return question === undefined ? [] : [question, ...last.slice(1)]
}

const sentQuery = (
  { id, title, sql }: AssistantQuery,
  result: AssistantQueryResult | undefined,
  rights: Rights,
) => ({
  id,
  title: title.slice(0, maxTitleLength),
  sql: sql.slice(0, assistantLimits.text),
  result: result === undefined ? null : sentResult(result, rights),
})

const sentResult = (
  result: AssistantQueryResult,
  { canShareRows }: Rights,
): AssistantQueryResult => ({
  outcome: result.outcome,
  row_count: result.row_count,
  columns: result.columns.slice(0, maxColumns),
  rows: canShareRows ? firstRows(result.rows) : [],
  error: result.error?.slice(0, maxErrorLength) ?? null,
  sqlstate: result.sqlstate,
  position: result.position,
})

/** Whole rows while they fit; of a first row that is too large, a part of each value. */
function firstRows(rows: AssistantQueryResult['rows']): AssistantQueryResult['rows'] {
  let room: number = assistantLimits.resultText
  const sent: AssistantQueryResult['rows'] = []
  for (const row of rows.slice(0, assistantLimits.rows)) {
    room -= row.reduce((sum, value) => sum + (value?.length ?? 0), 0)
    if (room < 0) return sent.length > 0 ? sent : [shortRow(row)]
    sent.push(row)
  }
  return sent
}

function shortRow(row: readonly (string | null)[]): (string | null)[] {
  const share = Math.floor(assistantLimits.resultText / row.length)
  return row.map((value) =>
    value === null || value.length <= share ? value : `${value.slice(0, share - 1)}…`,
  )
}

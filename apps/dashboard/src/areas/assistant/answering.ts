import { ApiError } from '@basalt/contract/errors'
import { assistant, type AssistantLine } from '@basalt/contract/project/assistant'

import { stream } from '../../lib/network/api.ts'
import {
  changedMessage,
  type Chat,
  type Message,
  withMessages,
} from '../../product/assistant/assistant-state.ts'
import type { AssistantStore } from '../../product/assistant/assistant-store.ts'
import { sentMessages } from '../../product/assistant/sent-messages.ts'
import { createPending } from './pending-work.ts'

type Place = { ref: string; store: AssistantStore }

type Answering = {
  controller: AbortController
  messageId: string
  /** The schema tool that is running for it. */
  toolActivity: string | undefined
}

/** By chat. */
export const answering = createPending<Answering>()

/** Has the last message of a chat answered, where it waits for that; resolves when it has ended. */
export async function answer(
  { ref, store }: Place,
  chatId: string,
  { sharesRows }: { sharesRows: boolean },
): Promise<void> {
  const chat = store.get()?.chats[chatId]
  if (chat === undefined || !waits(chat) || answering.of(chatId) !== undefined) return
  const message = freshAnswer()
  const controller = new AbortController()
  const messages = sentMessages(chat, { canShareRows: sharesRows })
  store.change((state) => withMessages(state, chatId, { messages: [message], now: message.at }))
  // Continuous text delays the debounced save.
  void store.flush()
  answering.set(chatId, { controller, messageId: message.id, toolActivity: undefined })
  const written = writer((change) =>
    store.change((state) =>
      changedMessage(state, { chatId, messageId: message.id }, (known) => ({
        ...known,
        ...change(known),
      })),
    ),
  )
  try {
    await stream(
      assistant.answer,
      { params: { ref }, body: { messages } },
      { signal: controller.signal, onLine: (line) => read(line, { chatId, written }) },
    )
    // An answer without an end line was interrupted.
    written.end((known) => (known.state === 'under_way' ? broken : {}))
  } catch (error) {
    written.end(() => (controller.signal.aborted ? { state: 'stopped' } : getFailure(error)))
  } finally {
    answering.end(chatId)
  }
}

/** For an answer: a question does, and queries do that all have a result. */
function waits({ messages }: Chat): boolean {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return last !== undefined
  const { state, queries, results } = last
  return state === 'done' && queries.length > 0 && queries.every(({ id }) => results[id])
}

const freshAnswer = (): Message => ({
  id: crypto.randomUUID(),
  role: 'assistant',
  text: '',
  at: new Date().toISOString(),
  queries: [],
  results: {},
  state: 'under_way',
})

const broken = {
  state: 'failed' as const,
  failure: 'The connection was lost before the answer was complete. Ask again.',
}

const getFailure = (error: unknown) =>
  error instanceof ApiError ? { state: 'failed' as const, failure: error.message } : broken

type Change = (known: Message) => Partial<Message>

/** Text of one frame is rendered together, so that a fast model does not render each word. */
function writer(change: (make: Change) => void) {
  let waiting = ''
  let frame: number | undefined
  const flush = () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
    const text = waiting
    waiting = ''
    if (text !== '') change((known) => ({ text: known.text + text }))
  }
  return {
    say(text: string) {
      waiting += text
      // A page in the background draws no frames.
      if (document.hidden) flush()
      else frame ??= requestAnimationFrame(flush)
    },
    end(make: Change) {
      flush()
      change(make)
    },
  }
}

function read(line: AssistantLine, { chatId, written }: Reading) {
  const now = answering.of(chatId)
  if (now === undefined) return
  const toolActivity = line.type === 'looking' ? describeReading(line) : undefined
  if (toolActivity !== now.toolActivity) answering.set(chatId, { ...now, toolActivity })
  if (line.type === 'text') written.say(line.text)
  else if (line.type === 'query') {
    const { type: _, ...query } = line
    written.end(({ queries }) => ({ queries: [...queries, query] }))
  } else if (line.type === 'failed') written.end(() => ({ state: 'failed', failure: line.message }))
  else if (line.type === 'end') written.end((known) => getEnd(line.reason, known))
}

type Reading = { chatId: string; written: ReturnType<typeof writer> }

type EndReason = Extract<AssistantLine, { type: 'end' }>['reason']

function getEnd(reason: EndReason, { text, queries }: Message): Partial<Message> {
  if (reason === 'cut' || reason === 'looked')
    return { state: 'failed', failure: endLabels[reason] }
  return reason === 'answered' && text.trim() === '' && queries.length === 0
    ? { state: 'failed', failure: 'The model returned an empty answer. Ask again.' }
    : { state: 'done' }
}

const endLabels = {
  cut: 'The answer reached the length limit of the model. Ask it to continue.',
  looked: 'The assistant reached its limit of database lookups. Ask a narrower question.',
} as const

function describeReading({ at, schema }: Extract<AssistantLine, { type: 'looking' }>): string {
  const what = { tables: 'tables', policies: 'policies', extensions: 'extensions' }[at]
  return schema === null ? `Reading the ${what}…` : `Reading the ${what} of ${schema}…`
}

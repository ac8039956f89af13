import { ApiError, assistant, type AssistantLine } from '@basalt/contract'

import { stream } from '../../lib/api.ts'
import {
  changedMessage,
  type Chat,
  type Message,
  withMessages,
} from '../../lib/assistant/assistant-state.ts'
import type { AssistantStore } from '../../lib/assistant/assistant-store.ts'
import { sentMessages } from '../../lib/assistant/sent-messages.ts'
import { whenSessionEnds } from '../../lib/session-end.ts'

type Place = { ref: string; store: AssistantStore }

type Answering = { chatId: string; messageId: string; looking: string | undefined }

/** Answers under way, by project: one at a time, also while the panel is closed. */
const underWay = new Map<string, Answering & { controller: AbortController }>()
const watchers = new Set<() => void>()

const tell = () => {
  for (const watcher of watchers) watcher()
}

export const answering = {
  of: (ref: string): Answering | undefined => underWay.get(ref),
  /** Where only one chat is meant, an answer in another one goes on. */
  stop: (ref: string, chatId?: string): void => {
    const now = underWay.get(ref)
    if (chatId === undefined || now?.chatId === chatId) now?.controller.abort()
  },
  subscribe: (watcher: () => void): (() => void) => {
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  },
}

// What was asked by somebody who has left is nobody else's.
whenSessionEnds(() => {
  for (const { controller } of underWay.values()) controller.abort()
})

/** A page that goes breaks off its answer, which is no turn for the next one. */
let isLeaving = false
globalThis.addEventListener('pagehide', () => (isLeaving = true), { capture: true })
globalThis.addEventListener('pageshow', () => (isLeaving = false))

const nextChange = () =>
  new Promise<void>((resolve) => {
    const unwatch = answering.subscribe(() => {
      unwatch()
      resolve()
    })
  })

/**
 * Has the last message of a chat answered, where it waits for that, when no other chat of the
 * project is answered any more; resolves when the answer has ended, however.
 */
export async function answer(
  { ref, store }: Place,
  chatId: string,
  { tellsRows }: { tellsRows: boolean },
): Promise<void> {
  // What waits for its turn looks again: somebody else may have had it.
  // oxlint-disable-next-line no-await-in-loop
  while (underWay.has(ref)) await nextChange()
  const chat = store.get()?.chats[chatId]
  if (chat === undefined || !waits(chat) || isLeaving) return
  const message = freshAnswer()
  const controller = new AbortController()
  const messages = sentMessages(chat, { mayTellRows: tellsRows })
  store.change((state) => withMessages(state, chatId, { messages: [message], now: message.at }))
  // Words that keep coming put off what is saved after a pause.
  void store.flush()
  underWay.set(ref, { chatId, messageId: message.id, looking: undefined, controller })
  tell()
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
      { signal: controller.signal, onLine: (line) => read(line, { ref, written }) },
    )
    // An answer that ends without a word about it was cut off on its way.
    written.end((known) => (known.state === 'under_way' ? broken : {}))
  } catch (error) {
    written.end(() => (controller.signal.aborted ? { state: 'stopped' } : failureOf(error)))
  } finally {
    underWay.delete(ref)
    tell()
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
  failure: 'The answer broke off on its way. Ask again.',
}

const failureOf = (error: unknown) =>
  error instanceof ApiError ? { state: 'failed' as const, failure: error.message } : broken

type Change = (known: Message) => Partial<Message>

/** What is said in one frame is shown at once, so that a fast model does not draw each word. */
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

function read(line: AssistantLine, { ref, written }: Reading) {
  const now = underWay.get(ref)
  if (now === undefined) return
  const looking = line.type === 'looking' ? lookingWords(line) : undefined
  if (looking !== now.looking) {
    underWay.set(ref, { ...now, looking })
    tell()
  }
  if (line.type === 'text') written.say(line.text)
  else if (line.type === 'query') {
    const { type: _, ...query } = line
    written.end(({ queries }) => ({ queries: [...queries, query] }))
  } else if (line.type === 'failed') written.end(() => ({ state: 'failed', failure: line.message }))
  else if (line.type === 'end') written.end((known) => endOf(line.reason, known))
}

type Reading = { ref: string; written: ReturnType<typeof writer> }

type EndReason = Extract<AssistantLine, { type: 'end' }>['reason']

function endOf(reason: EndReason, { text, queries }: Message): Partial<Message> {
  if (reason === 'cut' || reason === 'looked') return { state: 'failed', failure: endWords[reason] }
  return reason === 'answered' && text.trim() === '' && queries.length === 0
    ? { state: 'failed', failure: 'The model ended without a word.' }
    : { state: 'done' }
}

const endWords = {
  cut: 'The answer became longer than the model may write. Ask it to go on.',
  looked: 'The assistant has looked at the database as often as it may. Ask for less at once.',
} as const

function lookingWords({ at, schema }: Extract<AssistantLine, { type: 'looking' }>): string {
  const what = { tables: 'tables', policies: 'policies', extensions: 'extensions' }[at]
  return schema === null ? `Looking at the ${what}…` : `Looking at the ${what} of ${schema}…`
}

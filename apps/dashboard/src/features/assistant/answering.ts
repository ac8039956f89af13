import { ApiError, assistant, type AssistantLine } from '@basalt/contract'

import { stream } from '../../lib/api.ts'
import { changedMessage, type Message, withMessages } from '../../lib/assistant/assistant-state.ts'
import type { AssistantStore } from '../../lib/assistant/assistant-store.ts'
import { sentMessages } from '../../lib/assistant/sent-messages.ts'

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
  stop: (ref: string): void => underWay.get(ref)?.controller.abort(),
  subscribe: (watcher: () => void): (() => void) => {
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  },
}

/** Has the last message of a chat answered; resolves when the answer has ended, however. */
export async function answer(
  { ref, store }: Place,
  chatId: string,
  { tellsRows }: { tellsRows: boolean },
): Promise<void> {
  const chat = store.get()?.chats[chatId]
  if (chat === undefined || underWay.has(ref)) return
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
  else if (line.type === 'end') written.end(() => endOf(line.reason))
}

type Reading = { ref: string; written: ReturnType<typeof writer> }

function endOf(reason: Extract<AssistantLine, { type: 'end' }>['reason']): Partial<Message> {
  return reason === 'cut'
    ? {
        state: 'failed',
        failure: 'The answer became longer than the model may write. Ask it to go on.',
      }
    : { state: 'done' }
}

function lookingWords({ at, schema }: Extract<AssistantLine, { type: 'looking' }>): string {
  const what = { tables: 'tables', policies: 'policies', extensions: 'extensions' }[at]
  return schema === null ? `Looking at the ${what}…` : `Looking at the ${what} of ${schema}…`
}

import type { AssistantQueryResult } from '@basalt/contract/project/assistant'
import { useCallback, useEffect, useSyncExternalStore } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { assistantHint } from '../../product/assistant/assistant-hint.ts'
import {
  activeChat,
  type AssistantState,
  changedMessage,
  type Chat,
  chosenChat,
  cleared,
  closed,
  type Message,
  newChatName,
  renamed,
  stoppedMessages,
  withMessages,
  withNewChat,
  withoutChat,
  withoutMessagesAfter,
} from '../../product/assistant/assistant-state.ts'
import { type AssistantStore, assistantStore } from '../../product/assistant/assistant-store.ts'
import { answer, answering } from './answering.ts'

type Place = { ref: string; owner: string | null; sharesRows: boolean }

const now = () => new Date().toISOString()

/** The state of the panel, in sync with the frame's hint. */
export function useAssistantStore({ ref, owner }: Pick<Place, 'ref' | 'owner'>) {
  const store = assistantStore(ref, owner)
  const state = useSyncExternalStore(store.subscribe, store.get)
  useEffect(() => {
    const hint = assistantHint(ref)
    const tell = () => {
      const { open } = store.get() ?? {}
      // Dozens of words per second of an answer do not change it.
      if (open !== undefined && open !== hint.get()) hint.set(open)
    }
    // The end of a session deletes the hint and keeps the state: a panel that was not visible is
    // not open.
    if (!hint.get()) store.change(closed)
    const unwatch = store.subscribe(tell)
    void store.load().then(tell)
    return unwatch
  }, [store, ref])
  return { store, state }
}

/** Actions on the chats of a project. */
export function useConversation(store: AssistantStore, { ref, sharesRows }: Omit<Place, 'owner'>) {
  const { activeChatId = '' } = store.get() ?? {}
  const current = useSyncExternalStore(answering.subscribe, () => answering.of(activeChatId))
  const goOn = useCallback(
    (chatId: string) => void answer({ ref, store }, chatId, { sharesRows }),
    [ref, store, sharesRows],
  )
  const onResult = useCallback(
    (message: Message, queryId: string, result: AssistantQueryResult) => {
      const chat = getChat(store.get(), message)
      if (chat === undefined) return
      store.change((state) => withResult(state, { chat, message, queryId, result }))
      // Not after an answer in another chat, whose text delays the debounced save.
      void store.flush()
      goOn(chat.id)
    },
    [store, goOn],
  )
  const onRetry = useCallback(() => {
    const chat = active(store)
    const last = chat?.messages.at(-1)
    if (chat === undefined || last === undefined) return
    const without = { storesMessage: last.role === 'user', now: now() }
    store.change((state) => withoutMessagesAfter(state, last.id, without))
    goOn(chat.id)
  }, [store, goOn])
  return {
    current,
    onResult,
    onRetry,
    send: () => {
      store.change(sent)
      const chat = active(store)
      if (chat !== undefined) goOn(chat.id)
    },
    stop: () => answering.stop(activeChatId),
    ...listActs(store),
  }
}

export type Conversation = ReturnType<typeof useConversation>

function listActs(store: AssistantStore) {
  return {
    type: (initialInput: string) => store.change((state) => ({ ...state, initialInput })),
    detach: (at: number) =>
      store.change((state) => ({ ...state, sqlSnippets: state.sqlSnippets.toSpliced(at, 1) })),
    begin: () => store.change(started),
    choose: (id: string) => store.change((state) => chosenChat(state, id)),
    rename: (id: string, name: string) =>
      store.change((state) => renamed(state, id, { name, now: now() })),
    close: () => store.change(closed),
    clear: (chat: Chat) => {
      const { initialInput = '', sqlSnippets = [] } = store.get() ?? {}
      answering.stop(chat.id)
      store.change((state) => cleared(state, now()))
      notify.success(`“${chat.name}” cleared`, {
        label: 'Undo',
        run: () =>
          store.change((state) => ({
            ...withChat(state, chat),
            // Text written since then is kept.
            ...(state.initialInput === '' && { initialInput, sqlSnippets }),
          })),
      })
    },
    remove: (chat: Chat) => {
      answering.stop(chat.id)
      store.change((state) => withoutChat(state, chat.id))
      notify.success(`“${chat.name}” deleted`, {
        label: 'Undo',
        run: () => store.change((state) => withChat(state, chat)),
      })
    },
    /** Withdraws a question, with everything after it, for rephrasing. */
    edit: (message: Message) => {
      const before = active(store)
      const { initialInput = '' } = store.get() ?? {}
      if (before === undefined) return
      answering.stop(before.id)
      store.change((state) => ({
        ...withoutMessagesAfter(state, message.id, { storesMessage: false, now: now() }),
        initialInput: message.text,
      }))
      notify.info('Later messages deleted', {
        label: 'Undo',
        run: () => {
          answering.stop(before.id)
          store.change((state) => ({ ...withChat(state, before), initialInput }))
        },
      })
    },
  }
}

const active = (store: AssistantStore) => {
  const state = store.get()
  return state && activeChat(state)
}

const getChat = (state: AssistantState | undefined, { id }: Message) =>
  Object.values(state?.chats ?? {}).find(({ messages }) => messages.some((one) => one.id === id))

/** A restored chat; a running answer has stopped. */
const withChat = (state: AssistantState, chat: Chat): AssistantState => ({
  ...state,
  chats: { ...state.chats, [chat.id]: { ...chat, messages: stoppedMessages(chat.messages) } },
  activeChatId: chat.id,
})

/** An empty chat is as good as a new one. */
export const started = (state: AssistantState): AssistantState =>
  activeChat(state)?.messages.length === 0
    ? state
    : withNewChat(state, { id: crypto.randomUUID(), now: now() })

/** A question with its attachments. */
export const getQuestion = (input: string, attached: readonly string[]): string =>
  [input.trim(), ...attached].filter((part) => part !== '').join('\n\n')

/** With the question at the end of its chat, which is called by its first one. */
function sent(state: AssistantState): AssistantState {
  const { initialInput, sqlSnippets } = state
  const text = getQuestion(initialInput, sqlSnippets)
  const at = now()
  const begin = activeChat(state) === undefined ? started(state) : state
  const chat = activeChat(begin)
  if (text === '' || chat === undefined) return state
  const message: Message = {
    id: crypto.randomUUID(),
    role: 'user',
    text,
    at,
    queries: [],
    results: {},
    state: 'done',
  }
  const next = withMessages(begin, chat.id, { messages: [message], now: at })
  const isNamed = chat.name !== newChatName
  const named = isNamed ? next : renamed(next, chat.id, { name: getName(text), now: at })
  return { ...named, initialInput: '', sqlSnippets: [] }
}

function getName(text: string): string {
  const [first = ''] = text.split('\n')
  return first.length > 60 ? `${first.slice(0, 59)}…` : first
}

type Result = { chat: Chat; message: Message; queryId: string; result: AssistantQueryResult }

const withResult = (state: AssistantState, { chat, message, queryId, result }: Result) =>
  changedMessage(state, { chatId: chat.id, messageId: message.id }, (known) => ({
    ...known,
    results: { ...known.results, [queryId]: result },
  }))

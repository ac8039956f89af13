import type { AssistantQuery, AssistantQueryResult } from '@basalt/contract/project/assistant'

import type { AssistantRequest } from './assistant-opening.ts'

export type Message = {
  id: string
  role: 'user' | 'assistant'
  text: string
  /** ISO 8601, like every time here. */
  at: string
  queries: AssistantQuery[]
  /** By resultId, which is the id of the query. */
  results: Record<string, AssistantQueryResult>
  state: 'done' | 'under_way' | 'stopped' | 'failed'
  failure?: string
}

export type Chat = {
  id: string
  name: string
  messages: Message[]
  createdAt: string
  updatedAt: string
}

type Suggestions = { title: string; prompts: { label: string; description: string }[] }

/**
 * SPEC.md section 2, "Assistant chat state". All functions are pure, and unchanged parts stay the
 * same object.
 */
export type AssistantState = {
  /** Undefined where no project is selected. */
  projectRef: string | undefined
  open: boolean
  activeChatId: string | undefined
  /** By id, in the order in which they were made. */
  chats: Record<string, Chat>
  initialInput: string
  sqlSnippets: string[]
  suggestions: Suggestions | undefined
  tables: { schema: string; name: string }[]
}

/** Values for a new chat. */
type New = { id: string; now: string }

export const newChatName = 'New chat'

/** SPEC.md section 7: the number of stored messages of a chat. */
const storedCount = 20

/** The initial state of each project, also without a project. */
export const fresh = (ref?: string): AssistantState => ({
  projectRef: ref,
  open: false,
  activeChatId: undefined,
  chats: {},
  initialInput: '',
  sqlSnippets: [],
  suggestions: undefined,
  tables: [],
})

export const opened = (state: AssistantState): AssistantState => withOpen(state, true)
export const closed = (state: AssistantState): AssistantState => withOpen(state, false)
export const toggled = (state: AssistantState): AssistantState => withOpen(state, !state.open)

const withOpen = (state: AssistantState, open: boolean): AssistantState =>
  state.open === open ? state : { ...state, open }

/** Opens the panel with a question that was not sent yet. */
export const requested = (
  state: AssistantState,
  { input, sqlSnippets = [] }: { input: string; sqlSnippets?: readonly string[] },
): AssistantState => ({
  ...state,
  open: true,
  // A question that the user has started to write is kept: the new context is sent with it.
  initialInput: state.initialInput.trim() === '' ? input : state.initialInput,
  sqlSnippets: [...new Set([...state.sqlSnippets, ...sqlSnippets])],
})

const actions = { open: opened, close: closed, toggle: toggled } as const

/** Applies pending requests of the rest of the dashboard, in their order. */
export function wished(
  state: AssistantState,
  requests: readonly AssistantRequest[],
): AssistantState {
  let next = state
  for (const request of requests) {
    if (request.does === 'ask') next = requested(next, { ...request, input: request.text })
    else next = actions[request.does](next)
  }
  return next
}

export const activeChat = ({ chats, activeChatId }: AssistantState): Chat | undefined =>
  activeChatId === undefined ? undefined : chats[activeChatId]

export function withNewChat(
  state: AssistantState,
  { id, now, name = newChatName }: New & { name?: string },
): AssistantState {
  const chat: Chat = { id, name, messages: [], createdAt: now, updatedAt: now }
  return { ...state, chats: { ...state.chats, [id]: chat }, activeChatId: id }
}

export function withoutChat(state: AssistantState, id: string): AssistantState {
  if (state.chats[id] === undefined) return state
  const { [id]: _removed, ...chats } = state.chats
  return { ...state, chats, activeChatId: nextActive({ ...state, chats }) }
}

/** The active chat, or when it is deleted the first one, or none. */
export const nextActive = (state: AssistantState): string | undefined =>
  activeChat(state)?.id ?? Object.keys(state.chats)[0]

/** A chat that is not there cannot be chosen. */
export const chosenChat = (state: AssistantState, id: string): AssistantState =>
  state.chats[id] === undefined || state.activeChatId === id
    ? state
    : { ...state, activeChatId: id }

export function renamed(
  state: AssistantState,
  chatId: string,
  { name, now }: { name: string; now: string },
): AssistantState {
  return withChat(state, chatId, (chat) =>
    chat.name === name ? chat : { ...chat, name, updatedAt: now },
  )
}

/** Clears the active chat and its prepared input. */
export function cleared(state: AssistantState, now: string): AssistantState {
  const { initialInput, sqlSnippets, suggestions } = fresh()
  const next = { ...state, initialInput, sqlSnippets, suggestions }
  return withChat(next, state.activeChatId, (chat) => ({ ...chat, messages: [], updatedAt: now }))
}

/** Of the active chat. */
export function withoutMessagesAfter(
  state: AssistantState,
  messageId: string,
  { storesMessage, now }: { storesMessage: boolean; now: string },
): AssistantState {
  return withChat(state, state.activeChatId, (chat) => {
    const place = chat.messages.findIndex(({ id }) => id === messageId)
    const count = storesMessage ? place + 1 : place
    if (place === -1 || count === chat.messages.length) return chat
    return { ...chat, messages: chat.messages.slice(0, count), updatedAt: now }
  })
}

/** Adds the messages with ids that the chat does not have yet. */
export function withMessages(
  state: AssistantState,
  chatId: string,
  { messages, now }: { messages: readonly Message[]; now: string },
): AssistantState {
  return withChat(state, chatId, (chat) => {
    const known = new Set(chat.messages.map(({ id }) => id))
    const next = [...chat.messages]
    for (const message of messages) {
      if (known.has(message.id)) continue
      known.add(message.id)
      next.push(message)
    }
    return next.length === chat.messages.length ? chat : { ...chat, messages: next, updatedAt: now }
  })
}

/** A message that is not there, or no more, is not changed. */
export function changedMessage(
  state: AssistantState,
  { chatId, messageId }: { chatId: string; messageId: string },
  change: (message: Message) => Message,
): AssistantState {
  return withChat(state, chatId, (chat) => {
    const place = chat.messages.findIndex(({ id }) => id === messageId)
    const before = chat.messages[place]
    if (before === undefined) return chat
    const after = change(before)
    return after === before ? chat : { ...chat, messages: chat.messages.with(place, after) }
  })
}

/** The stored state, or the initial one, for a new page. */
export function loaded(
  stored: AssistantState | undefined,
  { ref, id, now }: New & { ref: string },
): AssistantState {
  const state = stopped(stored ?? fresh(ref))
  if (activeChat(state) !== undefined) return state
  const [latest] = Object.values(state.chats).toSorted((a, b) => later(b.updatedAt, a.updatedAt))
  return latest === undefined
    ? withNewChat(state, { id, now })
    : { ...state, activeChatId: latest.id }
}

const later = (a: string, b: string): number => Date.parse(a) - Date.parse(b)

/** Answers that were running on a closed page have stopped. */
export const stopped = (state: AssistantState): AssistantState =>
  withEachMessages(state, stoppedMessages)

export const stoppedMessages = (messages: Message[]): Message[] =>
  messages.some((one) => one.state === 'under_way')
    ? messages.map((one) => (one.state === 'under_way' ? { ...one, state: 'stopped' } : one))
    : messages

/** The stored part: the last 20 messages of each chat. */
export const storedMessages = (state: AssistantState): AssistantState =>
  withEachMessages(state, (messages) =>
    messages.length > storedCount ? messages.slice(-storedCount) : messages,
  )

function withEachMessages(
  state: AssistantState,
  change: (messages: Message[]) => Message[],
): AssistantState {
  let next = state
  for (const chatId of Object.keys(state.chats)) {
    next = withChat(next, chatId, (chat) => {
      const messages = change(chat.messages)
      return messages === chat.messages ? chat : { ...chat, messages }
    })
  }
  return next
}

function withChat(
  state: AssistantState,
  chatId: string | undefined,
  change: (chat: Chat) => Chat,
): AssistantState {
  const before = chatId === undefined ? undefined : state.chats[chatId]
  if (before === undefined) return state
  const after = change(before)
  return after === before ? state : { ...state, chats: { ...state.chats, [before.id]: after } }
}

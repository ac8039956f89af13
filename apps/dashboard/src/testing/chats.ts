import {
  type AssistantState,
  type Chat,
  fresh,
  type Message,
} from '../product/assistant/assistant-state.ts'

/** Minutes of one morning, in order. */
export const minute = (count: number): string =>
  new Date(Date.UTC(2026, 0, 1, 8, count)).toISOString()

export const message = (id: string, more: Partial<Message> = {}): Message => ({
  id,
  role: 'user',
  text: `Text of ${id}`,
  at: minute(0),
  queries: [],
  results: {},
  state: 'done',
  ...more,
})

export const chat = (id: string, more: Partial<Chat> = {}): Chat => ({
  id,
  name: 'New chat',
  messages: [],
  createdAt: minute(0),
  updatedAt: minute(0),
  ...more,
})

/** Of the project `shop`; the first chat is the active one. */
export const stateWith = (...chats: Chat[]): AssistantState => ({
  ...fresh('shop'),
  activeChatId: chats[0]?.id,
  chats: Object.fromEntries(chats.map((one) => [one.id, one])),
})

export const idsIn = (state: AssistantState | undefined, chatId: string): string[] | undefined =>
  state?.chats[chatId]?.messages.map(({ id }) => id)

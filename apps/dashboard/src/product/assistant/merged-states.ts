import { type AssistantState, type Chat, type Message, nextActive } from './assistant-state.ts'

type Sides<T> = {
  /** The last common version, as it was stored. */
  base: T | undefined
  own: T
  theirs: T
}

/**
 * A three-way merge of two tabs' changes of the same chats. A deletion in one tab wins, unless the
 * other changed the item since; nothing else is lost. Local state, such as the visible chat, is
 * ours.
 */
export function mergedStates({ base, own, theirs }: Sides<AssistantState>): AssistantState {
  const chats: Record<string, Chat> = {}
  for (const id of Object.keys({ ...own.chats, ...theirs.chats })) {
    const [before, mine, other] = [base?.chats[id], own.chats[id], theirs.chats[id]]
    const chat = mergedChat(before, mine, other)
    if (chat !== undefined) chats[id] = chat
  }
  return { ...own, chats, activeChatId: nextActive({ ...own, chats }) }
}

function mergedChat(
  base: Chat | undefined,
  own: Chat | undefined,
  theirs: Chat | undefined,
): Chat | undefined {
  // It was deleted here; or it is new there.
  if (own === undefined) return base === undefined ? theirs : undefined
  if (theirs === undefined) return base === undefined || isChanged(base, own) ? own : undefined
  const isOwnNewer = Date.parse(own.updatedAt) >= Date.parse(theirs.updatedAt)
  const { name, updatedAt } = isOwnNewer ? own : theirs
  return { ...own, name, updatedAt, messages: mergedMessages({ base, own, theirs }) }
}

/** Differences to a state older than the stored one are no changes. */
const isChanged = (base: Chat, own: Chat): boolean =>
  own.name !== base.name ||
  own.messages.slice(-base.messages.length).some((one) => !base.messages.includes(one))

/** Ours in their order, then those of the other tab by time. */
function mergedMessages({ base, own, theirs }: Sides<Chat>): Message[] {
  const [before, mine, other] = [byId(base), byId(own), byId(theirs)]
  const both = own.messages.flatMap((message) => {
    const { id } = message
    const isSame = before.get(id) === message
    // Changes made here win: above all a running answer.
    return isSame ? (other.get(id) ?? []) : message
  })
  const added = theirs.messages.filter(({ id }) => !mine.has(id) && !before.has(id))
  return [...both, ...added.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))]
}

const byId = (chat: Chat | undefined): Map<string, Message> =>
  new Map(chat?.messages.map((message) => [message.id, message]))

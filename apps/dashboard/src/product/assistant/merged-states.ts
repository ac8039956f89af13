import { type AssistantState, type Chat, type Message, nextActive } from './assistant-state.ts'

type Sides<T> = {
  /** What both had the last time they were the same: as it was kept. */
  base: T | undefined
  own: T
  theirs: T
}

/**
 * What two tabs made of the same chats. What one of them removed is removed, unless the other
 * changed it since; of everything else nothing is lost. What no other tab can know, as which
 * chat is shown, is ours.
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
  // It was removed here, which stands; or it is new there.
  if (own === undefined) return base === undefined ? theirs : undefined
  if (theirs === undefined) return base === undefined || isChanged(base, own) ? own : undefined
  const isOwnNewer = Date.parse(own.updatedAt) >= Date.parse(theirs.updatedAt)
  const { name, updatedAt } = isOwnNewer ? own : theirs
  return { ...own, name, updatedAt, messages: mergedMessages({ base, own, theirs }) }
}

/** What is older than what was kept is no change. */
const isChanged = (base: Chat, own: Chat): boolean =>
  own.name !== base.name ||
  own.messages.slice(-base.messages.length).some((one) => !base.messages.includes(one))

/** Ours in their order, then those of the other tab by time. */
function mergedMessages({ base, own, theirs }: Sides<Chat>): Message[] {
  const [before, mine, other] = [byId(base), byId(own), byId(theirs)]
  const both = own.messages.flatMap((message) => {
    const { id } = message
    const isSame = before.get(id) === message
    // What changed here stays: an answer under way, above all.
    return isSame ? (other.get(id) ?? []) : message
  })
  const added = theirs.messages.filter(({ id }) => !mine.has(id) && !before.has(id))
  return [...both, ...added.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))]
}

const byId = (chat: Chat | undefined): Map<string, Message> =>
  new Map(chat?.messages.map((message) => [message.id, message]))

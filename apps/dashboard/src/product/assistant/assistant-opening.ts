/**
 * Requests of the rest of the dashboard to the assistant's panel. Its code may not be loaded yet:
 * requests are queued until the panel takes them. Imports nothing, because it is part of every
 * page.
 */
export type AssistantRequest =
  | { does: 'open' | 'close' | 'toggle' }
  | { does: 'ask'; text: string; sqlSnippets: readonly string[] }

let wishes: readonly AssistantRequest[] = []
const listeners = new Set<() => void>()

/** Opens the panel with a question that can still be changed before it is sent. */
export const askAssistant = (question: { text: string; sqlSnippets?: readonly string[] }): void =>
  want({ does: 'ask', sqlSnippets: [], ...question })

export const openAssistant = (): void => want({ does: 'open' })

export const closeAssistant = (): void => want({ does: 'close' })

export const toggleAssistant = (): void => want({ does: 'toggle' })

/** Pending requests; the same array until they change. */
export const assistantRequests = (): readonly AssistantRequest[] => wishes

/** Answers each wish once. */
export function takeAssistantRequests(): readonly AssistantRequest[] {
  const taken = wishes
  if (taken.length > 0) notify([])
  return taken
}

export function watchAssistantRequests(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const want = (request: AssistantRequest): void => notify([...wishes, request])

function notify(next: readonly AssistantRequest[]): void {
  wishes = next
  for (const listener of listeners) listener()
}

import type { Answer, ChangeQueue } from './change-queue.ts'

type Saving = {
  /** Of the queue, in every tab. */
  name: string
  listOperations: Parameters<ChangeQueue['save']>[0]
}

/**
 * Saves what waits. Tabs have the same queue and may be told to save it at once, before one
 * learns from the other: they do it one after the other, and what was sent is sent once.
 */
export async function saveInTurn(
  queue: ChangeQueue,
  { name, listOperations }: Saving,
): Promise<Answer[]> {
  if (queue.get().status === 'saving') return []
  const save = () => queue.save(listOperations)
  return 'locks' in navigator ? await navigator.locks.request(`basalt-save ${name}`, save) : save()
}

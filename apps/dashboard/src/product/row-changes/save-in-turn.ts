import type { Answer, ChangeQueue } from './change-queue.ts'

type Saving = {
  /** Of the queue, in every tab. */
  name: string
  listOperations: Parameters<ChangeQueue['save']>[0]
}

/**
 * Saves staged changes. Tabs share the queue and may save at the same time, before one reads the
 * other's state: a lock runs them one after the other, so that each change is sent once.
 */
export async function saveInTurn(
  queue: ChangeQueue,
  { name, listOperations }: Saving,
): Promise<Answer[]> {
  if (queue.get().status === 'saving') return []
  const save = () => queue.save(listOperations)
  return 'locks' in navigator ? await navigator.locks.request(`basalt-save ${name}`, save) : save()
}

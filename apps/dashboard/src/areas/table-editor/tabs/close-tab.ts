import { paths } from '../../../lib/paths.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { adjacentTab, withoutTab } from '../../../ui/tab-order.ts'
import { changeTabs, readTabs } from './open-tabs.ts'

/** Closes the tab of a table and forgets it; returns the next address for the current one. */
export function closeTab(ref: string, id: number): string {
  const next = adjacentTab(readTabs(storage.openTables(ref).get()), id)
  changeTabs(ref, (tabs) => withoutTab(tabs, id))
  const last = storage.lastTable(ref)
  if (last.get() === id) last.remove()
  return next === undefined ? paths.editor(ref) : paths.table(ref, next.id)
}

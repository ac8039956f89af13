import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { adjacentTab, withoutTab } from '../../../ui/tab-order.ts'

/** A query that is open as a tab; the one that is not saved yet has the id `new`. */
export type OpenSnippetTab = { id: string; name: string }

/** The open queries, in their order; an unknown format is ignored. */
export function readTabs(text: string | undefined): OpenSnippetTab[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? withoutTwice(value.filter(isTab)) : []
  } catch {
    return []
  }
}

function isTab(value: unknown): value is OpenSnippetTab {
  if (typeof value !== 'object' || value === null) return false
  const { id, name } = value as Record<string, unknown>
  return typeof id === 'string' && typeof name === 'string'
}

const withoutTwice = (tabs: readonly OpenSnippetTab[]): OpenSnippetTab[] =>
  tabs.filter((tab, at) => tabs.findIndex(({ id }) => id === tab.id) === at)

/** With the query as the last tab, or under its present name where it is open already. */
export function withShown(
  tabs: readonly OpenSnippetTab[],
  { id, name }: OpenSnippetTab,
): OpenSnippetTab[] {
  const isOpen = tabs.some((tab) => tab.id === id)
  return isOpen ? tabs.map((tab) => (tab.id === id ? { id, name } : tab)) : [...tabs, { id, name }]
}

/** A new query that was saved keeps its position under its new id. */
export function withSaved(
  tabs: readonly OpenSnippetTab[],
  { id, name }: OpenSnippetTab,
): OpenSnippetTab[] {
  const others = tabs.filter((tab) => tab.id !== id)
  const position = others.findIndex((tab) => tab.id === 'new')
  return position < 0 ? withShown(tabs, { id, name }) : others.with(position, { id, name })
}

/** Under their present names, without those that are not there any more. */
export function withKnown(
  tabs: readonly OpenSnippetTab[],
  known: readonly OpenSnippetTab[],
  isKept: (id: string) => boolean,
): OpenSnippetTab[] {
  const names = new Map(known.map(({ id, name }) => [id, name]))
  return tabs.flatMap(({ id, name }) => {
    const present = names.get(id)
    if (present !== undefined) return [{ id, name: present }]
    return isKept(id) ? [{ id, name }] : []
  })
}

/** Each change starts from the currently stored state, so those of two windows are both kept. */
export function changeTabs(
  ref: string,
  change: (tabs: OpenSnippetTab[]) => OpenSnippetTab[],
): void {
  const setting = sqlStorage.openSnippets(ref)
  const before = setting.get()
  const after = JSON.stringify(change(readTabs(before)))
  if (after !== before) setting.set(after)
}

/** Closes the tab and answers which query is shown in its place, if one is open. */
export function closeTab(ref: string, id: string): string | undefined {
  const next = adjacentTab(readTabs(sqlStorage.openSnippets(ref).get()), id)
  changeTabs(ref, (tabs) => withoutTab(tabs, id))
  return next?.id
}

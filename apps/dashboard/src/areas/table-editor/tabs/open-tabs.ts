import type { TableSummary } from '@basalt/contract/database/tables'

import { storage } from '../../../lib/storage/storage.ts'

export type OpenTable = Pick<TableSummary, 'id' | 'schema' | 'name' | 'kind'> & {
  /** A preview: the next previewed table replaces it. */
  isPreview: boolean
}

/** The open tables, in their order; an unknown format is ignored. */
export function readTabs(text: string | undefined): OpenTable[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isOpenTable) : []
  } catch {
    return []
  }
}

function isOpenTable(value: unknown): value is OpenTable {
  if (typeof value !== 'object' || value === null) return false
  const { id, schema, name, kind, isPreview } = value as Record<string, unknown>
  return (
    typeof id === 'number' &&
    [schema, name, kind].every((one) => typeof one === 'string') &&
    typeof isPreview === 'boolean'
  )
}

type Named = Pick<TableSummary, 'id' | 'schema' | 'name' | 'kind'>

const named = ({ id, schema, name, kind }: Named) => ({ id, schema, name, kind })

/** With the table as a preview in the place of the last one, unless it is open already. */
export function withShown(tabs: readonly OpenTable[], table: Named): OpenTable[] {
  const isOpen = tabs.some(({ id }) => id === table.id)
  if (isOpen) return tabs.map((tab) => (tab.id === table.id ? { ...tab, ...named(table) } : tab))
  const shown = { ...named(table), isPreview: true }
  const preview = tabs.findIndex(({ isPreview }) => isPreview)
  return preview < 0 ? [...tabs, shown] : tabs.with(preview, shown)
}

/** With the table as a persistent tab. */
export const withStored = (tabs: readonly OpenTable[], table: Named): OpenTable[] =>
  withShown(tabs, table).map((tab) => (tab.id === table.id ? { ...tab, isPreview: false } : tab))

/** Compared with the database: renamed tables with their new names, and dropped ones. */
export function compared(
  tabs: readonly OpenTable[],
  tables: readonly Named[],
): { tabs: OpenTable[]; deleted: OpenTable[] } {
  const known = new Map(tables.map((table) => [table.id, table]))
  return {
    tabs: tabs.flatMap((tab) => {
      const table = known.get(tab.id)
      return table === undefined ? [] : [{ ...tab, ...named(table) }]
    }),
    deleted: tabs.filter(({ id }) => !known.has(id)),
  }
}

/** Applies the result; tabs that were opened or moved since the request stay so. */
export function settled(
  now: readonly OpenTable[],
  { tabs, deleted }: ReturnType<typeof compared>,
): OpenTable[] {
  const found = new Map(tabs.map((tab) => [tab.id, tab]))
  const gones = new Set(deleted.map(({ id }) => id))
  return now
    .filter(({ id }) => !gones.has(id))
    .map((tab) => ({ ...tab, ...named(found.get(tab.id) ?? tab) }))
}

export function changeTabs(ref: string, change: (tabs: OpenTable[]) => OpenTable[]): void {
  const setting = storage.openTables(ref)
  const before = setting.get()
  const after = JSON.stringify(change(readTabs(before)))
  if (after !== before) setting.set(after)
}

/** Opens the table in a persistent tab. */
export const keepOpen = (ref: string, table: Named): void =>
  changeTabs(ref, (tabs) => withStored(tabs, table))

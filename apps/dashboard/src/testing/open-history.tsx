import type { HistoryEntry } from '@basalt/contract/database/history'
import { vi } from 'vitest'

import { HistoryPanel } from '../areas/table-editor/history/HistoryPanel.tsx'
import { type Answers, shop } from './answers.ts'
import { database, openPart } from './open-part.tsx'
import { plants } from './plants.ts'

/** The id of the entry of the number. */
export const getId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

export const entry = (number: number, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: getId(number),
  kind: 'edit',
  at: new Date().toISOString(),
  by: 'ada@example.test',
  tables: [
    { id: 42, schema: 'public', name: 'plants', columns: ['id', 'name', 'price'], key: ['id'] },
  ],
  inserted: 0,
  updated: 1,
  deleted: 0,
  cascaded: 0,
  note: null,
  first: null,
  undoes: null,
  undone_by: null,
  fixed_because: null,
  is_design: false,
  ...more,
})

export const historyList = `GET ${database}/history`
export const historySettings = `${database}/history/settings`
export const getUndo = (number: number) => `POST ${database}/history/${getId(number)}/undo`

type Options = {
  entries?: HistoryEntry[]
  answers?: Answers
  disputed?: string | null
  without?: string
  url?: string
}

/** The history of a table with these entries. */
export function openHistory({
  entries = [entry(1)],
  answers = {},
  disputed = null,
  ...rest
}: Options = {}) {
  const onUndone = vi.fn<() => void>()
  const app = openPart(
    () => (
      <HistoryPanel
        projectRef={shop.ref}
        table={plants}
        disputed={disputed}
        onUndone={onUndone}
        onClose={() => undefined}
      />
    ),
    {
      ...rest,
      answers: {
        [historyList]: { entries, has_more: false },
        [`GET ${historySettings}`]: { is_on: true, window_hours: 24, most_bytes: 268_435_456 },
        ...answers,
      },
    },
  )
  return { ...app, onUndone }
}

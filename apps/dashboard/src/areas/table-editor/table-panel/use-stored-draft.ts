import type { TableDesign } from '@basalt/pg-model'
import { useCallback, useEffect, useState } from 'react'

import { storage } from '../../../lib/storage/storage.ts'
import {
  type ChangeDraft,
  getDraft,
  newColumn,
  newDraft,
  readDraft,
  rebased,
  type TableDraft,
  withNewColumn,
  withoutColumn,
} from './table-draft.ts'

type Existing = { id: number; design: TableDesign } | null

type Options = {
  projectRef: string
  existing: Existing
  schema: string
  removing?: string | undefined
  isAdding?: boolean | undefined
}

/** Unsaved edits, stored in the browser until they are saved or discarded. */
export function useStoredDraft({ projectRef, existing, schema, removing, isAdding }: Options) {
  const setting = storage.tableDraft(projectRef, existing === null ? 'new' : String(existing.id))
  const [kept] = useState(() => readDraft(setting.get()))
  const [started] = useState<TableDraft>(() => {
    if (existing === null) return kept?.draft ?? newDraft(schema)
    const start = kept === undefined ? getDraft(existing.design) : rebased(kept, existing.design)
    const deleted = start.columns.find(({ was }) => was !== null && was === removing)
    if (deleted !== undefined) return withoutColumn(start, deleted.key)
    return isAdding !== true || hasFresh(start) ? start : withNewColumn(start, newColumn())
  })
  const [draft, setDraft] = useState(started)
  const changeDraft: ChangeDraft = useCallback((change) => setDraft(change), [])
  const isTyped = draft !== started
  const design = existing?.design
  useEffect(() => {
    if (!isTyped) return
    const known = design?.columns.map(({ name }) => name) ?? []
    setting.set(JSON.stringify({ draft, known }))
  }, [draft, isTyped, design, setting])
  return {
    draft,
    /** The key of the column that the panel was opened to add. */
    fresh: isAdding === true ? started.columns.at(-1)?.key : undefined,
    wasStored: kept !== undefined,
    /** There are edits to discard. */
    isTyped: isTyped || kept !== undefined,
    changeDraft,
    forget: setting.remove,
  }
}

/** A last column without a name was added before. */
const hasFresh = ({ columns }: TableDraft): boolean => columns.at(-1)?.name === ''

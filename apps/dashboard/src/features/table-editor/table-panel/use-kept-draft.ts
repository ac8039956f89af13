import type { TableDesign } from '@basalt/contract'
import { useState } from 'react'

import { storage } from '../../../lib/storage.ts'
import {
  draftOf,
  newDraft,
  readDraft,
  rebased,
  type TableDraft,
  withoutColumn,
} from './table-draft.ts'

type Existing = { id: number; design: TableDesign } | null

type Options = {
  projectRef: string
  existing: Existing
  schema: string
  removing: string | undefined
}

/** What is typed, kept in the browser until it is stored or thrown away. */
export function useKeptDraft({ projectRef, existing, schema, removing }: Options) {
  const setting = storage.tableDraft(projectRef, existing === null ? 'new' : String(existing.id))
  const [kept] = useState(() => readDraft(setting.get()))
  const [draft, setDraft] = useState<TableDraft>(() => {
    if (existing === null) return kept?.draft ?? newDraft(schema)
    const begun = kept === undefined ? draftOf(existing.design) : rebased(kept, existing.design)
    const gone = begun.columns.find(({ was }) => was !== null && was === removing)
    return gone === undefined ? begun : withoutColumn(begun, gone.key)
  })
  return {
    draft,
    wasKept: kept !== undefined,
    setDraft: (next: TableDraft) => {
      setDraft(next)
      const known = existing?.design.columns.map(({ name }) => name) ?? []
      setting.set(JSON.stringify({ draft: next, known }))
    },
    forget: setting.remove,
  }
}

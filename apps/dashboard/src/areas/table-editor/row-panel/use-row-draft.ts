import type { TableDetail } from '@basalt/contract/database/tables'
import { useState } from 'react'

import { rowStorage } from '../../../lib/storage/row-storage.ts'
import { draftText, isChanged, readDraft, type RowDraft } from './row-draft.ts'

/** Unsaved edits of the panel; they survive the panel and the page. */
export function useRowDraft(
  { ref, table }: { ref: string; table: TableDetail },
  name: string,
  beginning: RowDraft,
) {
  const setting = rowStorage.draft(ref, table.id, name)
  const [kept] = useState(() => readDraft(setting.get(), table))
  const [draft, setDraft] = useState(() => (isChanged(kept) ? kept : beginning))

  return {
    draft,
    /** It is from an earlier visit. */
    isKept: isChanged(kept) && draft === kept,
    change: (next: RowDraft): void => {
      setDraft(next)
      if (isChanged(next)) setting.set(draftText(next))
      else setting.remove()
    },
    forget: (next: RowDraft = {}): void => {
      setDraft(next)
      setting.remove()
    },
  }
}

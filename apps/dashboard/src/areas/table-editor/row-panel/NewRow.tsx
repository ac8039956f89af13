import { useState } from 'react'

import type { Row } from '../rows/row-window.ts'
import { useStoredNotice } from './ExistingRow.tsx'
import { copyDraft, insertOperation, isChanged } from './row-draft.ts'
import { RowForm } from './RowForm.tsx'
import type { RowPanelProps } from './RowPanel.tsx'
import { useRowForm } from './use-row-form.ts'

const nothingCut: ReadonlySet<string> = new Set()

/** A new row; `like` provides its initial values. */
export function NewRow({ like, ...props }: RowPanelProps & { like: Row | null }) {
  const { projectRef, table, shown, onShow } = props
  const [isMore, setIsMore] = useState(false)
  const [round, setRound] = useState(0)
  function goOn() {
    if (isMore) setRound(round + 1)
    else onShow(null)
  }
  const form = useRowForm(
    { ref: projectRef, table, staged: props.staged },
    {
      name: shown.mode === 'copy' ? `copy ${JSON.stringify(shown.key)}` : 'new',
      beginning: like === null ? {} : copyDraft(table, like),
      getOperation: (draft) => insertOperation(table, draft),
      onSaved: (row, historyId) => {
        props.onInserted(row, historyId)
        goOn()
      },
      onStaged: () => {
        goOn()
        props.onStaged()
      },
    },
  )
  const isTyped = isChanged(form.draft) && (like === null || form.isKept)
  useStoredNotice(isTyped, 'The new row is kept as a draft', () => onShow(shown))
  return (
    <RowForm
      key={round}
      projectRef={projectRef}
      table={table}
      form={form}
      seen={null}
      cut={nothingCut}
      readOnly={props.insertDenied}
      submitLabel={form.waits ? 'Add to changes' : 'Insert row'}
      isMore={isMore}
      onMoreChange={setIsMore}
      onClose={() => onShow(null)}
    />
  )
}

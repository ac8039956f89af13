import { useEffect, useRef } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { getCursor, keyReader } from '../rows/row-key.ts'
import type { Row } from '../rows/row-window.ts'
import { isChanged, updateOperation } from './row-draft.ts'
import { RowForm } from './RowForm.tsx'
import type { RowPanelProps } from './RowPanel.tsx'
import { useRowForm } from './use-row-form.ts'

type Props = RowPanelProps & { rowKey: readonly string[]; seen: Row; cut: ReadonlySet<string> }

/** An existing row. */
export function ExistingRow({ projectRef, table, rowKey, seen, cut, ...rest }: Props) {
  const { onShow, onSaved } = rest
  const form = useRowForm(
    { ref: projectRef, table, staged: rest.staged },
    {
      name: JSON.stringify(rowKey),
      existing: { key: rowKey, seen },
      beginning: {},
      getOperation: (draft) =>
        isChanged(draft) ? updateOperation(table, { key: rowKey, draft, seen }) : null,
      onSaved: (row, historyId) => {
        onSaved(row, rowKey, historyId)
        const key = row === undefined ? null : keyReader(table)(row)
        if (key !== null && getCursor(key) !== getCursor(rowKey)) onShow({ mode: 'edit', key })
      },
      onStaged: () => onShow(null),
    },
  )
  useStoredNotice(isChanged(form.draft), 'Your edits to the row are kept', () =>
    onShow({ mode: 'edit', key: rowKey }),
  )
  return (
    <RowForm
      projectRef={projectRef}
      table={table}
      form={form}
      rowKey={rowKey}
      seen={seen}
      cut={cut}
      readOnly={rest.readOnly}
      submitLabel={form.waits ? 'Add to changes' : 'Save'}
      onClose={() => onShow(null)}
    />
  )
}

/** Reports that unsaved text is stored when the panel closes, with a link back. */
export function useStoredNotice(isKept: boolean, message: string, onBack: () => void) {
  const last = useRef({ isKept, message, onBack })
  useEffect(() => {
    last.current = { isKept, message, onBack }
  })
  useEffect(
    () => () => {
      const stored = last.current
      if (stored.isKept) notify.info(stored.message, { label: 'Reopen', run: stored.onBack })
    },
    [],
  )
}

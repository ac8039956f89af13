import type { SessionSettings } from '@basalt/contract/database/query'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { plural } from '../../../lib/format/format.ts'
import { tableRead } from '../../../product/results/result-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { fileOfRun } from './full-result.ts'
import { fileName } from './rows/result-files.ts'

type Props = {
  projectRef: string
  statement: string
  settings: SessionSettings | undefined
  values: (string | null)[] | undefined
  onClose: () => void
}

/** Not all rows are here: to get the rest the statement has to be run once more, if it may. */
export function FullResultDialog(props: Props) {
  const { statement, onClose } = props
  const { format, setFormat, rows, begin } = useFileOfRun(props)
  return (
    <Dialog
      isOpen
      title="Run again and export"
      description="Runs the statement again in a read-only session and writes its rows to a file as they arrive."
      onClose={onClose}
      footer={
        <>
          {begin.isPending && (
            <output className="tabular mr-auto text-ink-soft">{plural(rows, 'row')} so far</output>
          )}
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="large"
            variant="primary"
            isPending={begin.isPending}
            onClick={() => begin.mutate()}
          >
            Run again
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {begin.error !== null && begin.error.name !== 'AbortError' && (
          <Notice tone="bad" title={begin.error.message} />
        )}
        <pre
          aria-label="Statement"
          className="max-h-40 overflow-auto rounded-control bg-sunken p-2 font-mono text-xs leading-5"
        >
          {statement}
        </pre>
        <Choice
          label="Format"
          value={format}
          options={[
            { value: 'csv', label: 'CSV' },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={(value) => setFormat(value === 'json' ? 'json' : 'csv')}
        />
      </div>
    </Dialog>
  )
}

/** The run and its file; leaving the dialog ends both. */
function useFileOfRun({ onClose, ...run }: Props) {
  const [format, setFormat] = useState<'csv' | 'json'>('csv')
  const [rows, setRows] = useState(0)
  const controller = useRef(new AbortController())
  useEffect(() => () => controller.current.abort(), [])
  const begin = useMutation({
    mutationFn: () => {
      controller.current = new AbortController()
      const { signal } = controller.current
      const name = fileName(tableRead(run.statement) ?? 'result')
      return fileOfRun({ ...run, format, name, signal, onRows: setRows })
    },
    onSuccess: (count) => {
      notify.success(`${plural(count, 'row')} written`)
      onClose()
    },
  })
  return { format, setFormat, rows, begin }
}

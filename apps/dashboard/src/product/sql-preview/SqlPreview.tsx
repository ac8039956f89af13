import { ApiError } from '@basalt/contract/errors'
import { useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SqlText } from '../../ui/SqlText.tsx'
import { LockNotes } from './LockNotes.tsx'
import type { Previewed } from './previewed.ts'

type Props = { preview: Previewed }

/** The effects of the change on other sessions, and its SQL on demand. */
export function SqlPreview({ preview }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { statements, warnings = [], error, fault, isPending } = preview
  const sql = statements.map((one) => `${one.sql};`).join('\n\n')
  const notes = statements.flatMap(({ note }) => (note === null ? [] : [note]))
  const isOneTransaction = statements.every(({ runs }) => runs === 'in transaction')
  const execution = isOneTransaction ? 'in transaction' : 'in steps'
  const hasFields =
    (error instanceof ApiError && Object.keys(error.fields ?? {}).length > 0) ||
    (fault !== undefined && statements.length === 0)
  return (
    <section aria-label="SQL preview" className="flex flex-col gap-2">
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      <LockNotes notes={notes} execution={preview.isJob === true ? 'as job' : execution} />
      <div className="flex items-center justify-between">
        <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide SQL' : 'Show SQL'}
        </Button>
        {isOpen && sql !== '' && <CopyButton size="small" text={sql} label="Copy SQL" />}
      </div>
      {isOpen && error !== null && !hasFields && <p className="text-ink-soft">{error.message}</p>}
      {isOpen && hasFields && (
        <p className="text-ink-soft">Correct the fields above to see the SQL.</p>
      )}
      {isOpen && error === null && !hasFields && (
        <SqlText label="SQL of the change" sql={sql === '' ? noSql(isPending) : sql} />
      )}
    </section>
  )
}

const noSql = (isPending: boolean): string =>
  isPending ? '-- Generating the SQL' : '-- No changes'

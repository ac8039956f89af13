import {
  type ChangeStatement,
  databaseTableChanges as routes,
  type LockNote,
} from '@basalt/contract/database/table-changes'
import { ApiError } from '@basalt/contract/errors'
import type { SentTo } from '@basalt/contract/route'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { query } from '../../../lib/network/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SqlText } from '../../../ui/SqlText.tsx'

export type PreviewedChange = SentTo<typeof routes.preview>['body']

type Previewed = {
  statements: readonly ChangeStatement[]
  error: Error | null
  /** It is loading, or incomplete. */
  isPending: boolean
}

/** Debounce of the preview. */
const pauseMs = 400

/** The SQL of a change, written by the server; an error is about the change itself. */
export function usePreview(ref: string, change: PreviewedChange | null): Previewed {
  const text = JSON.stringify(change)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const requested = JSON.parse(settled) as PreviewedChange | null
  const { data, error, isPending } = useQuery({
    ...query(routes.preview, { params: { ref }, body: requested ?? noChange }),
    enabled: requested !== null,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  return {
    statements: (requested === null ? undefined : data?.statements) ?? [],
    error,
    isPending: settled !== text || (requested !== null && isPending),
  }
}

const noChange: PreviewedChange = { action: 'enable-rls', table_id: 0 }

type Props = { preview: Previewed }

/** The effects of the change on other sessions, and its SQL on demand. */
export function SqlPreview({ preview }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { statements, error, isPending } = preview
  const sql = statements.map((one) => `${one.sql};`).join('\n\n')
  const notes = statements.flatMap(({ note }) => (note === null ? [] : [note]))
  const isOneTransaction = statements.every(({ runs }) => runs === 'in transaction')
  const hasFields = error instanceof ApiError && Object.keys(error.fields ?? {}).length > 0
  return (
    <section aria-label="SQL preview" className="flex flex-col gap-2">
      <LockNotes notes={notes} isOneTransaction={isOneTransaction} />
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
      {isOpen && error === null && (
        <SqlText label="SQL of the change" sql={sql === '' ? noSql(isPending) : sql} />
      )}
    </section>
  )
}

const noSql = (isPending: boolean): string =>
  isPending ? '-- Generating the SQL' : '-- No changes'

type NotesProps = { notes: readonly LockNote[]; isOneTransaction: boolean }

/** Only slow steps have their own note; the rest is summarized. */
function LockNotes({ notes, isOneTransaction }: NotesProps) {
  const texts = notes.map((note) => JSON.stringify(note))
  const working = notes.filter(
    ({ work }, at) => work !== 'instant' && texts.indexOf(texts[at] ?? '') === at,
  )
  const long = working.filter(({ estimate_seconds: seconds }) => seconds >= 1)
  if (notes.length === 0) return null
  return (
    <ul className="flex flex-col gap-2">
      {long.map((note, at) => (
        <li key={at}>
          <LongNote note={note} />
        </li>
      ))}
      {working
        .filter((note) => !long.includes(note))
        .map((note, at) => (
          <li key={at} className="text-xs text-ink-soft">
            {note.reason}, in less than a second ({formatBytes(note.size_bytes)}). Lock {note.lock}{' '}
            on {note.table}: {blockedLabels[note.blocks]}.
          </li>
        ))}
      <li className="text-xs text-ink-faint">
        {working.length === 0 && 'Instant on a table of any size. '}
        {isOneTransaction
          ? 'It waits up to 5 s for locks, and changes nothing if it cannot get them.'
          : 'Each step waits up to 5 s for locks; completed steps stay done.'}
      </li>
    </ul>
  )
}

function LongNote({ note }: { note: LockNote }) {
  return (
    <Notice tone={note.blocks === 'other changes' ? 'info' : 'warn'} title={getTitle(note)}>
      <p>{note.reason}.</p>
      <p>
        Lock {note.lock} on {note.table}, {formatBytes(note.size_bytes)}:{' '}
        {blockedLabels[note.blocks]}.
      </p>
      {note.safer !== null && <p>Safer: {note.safer}.</p>}
    </Notice>
  )
}

const blockedLabels = {
  'reads and writes': 'blocks reads and writes',
  writes: 'blocks writes',
  'other changes': 'blocks neither reads nor writes',
} as const

const workLabels = {
  scan: 'Reads every row',
  rewrite: 'Rewrites every row',
  index: 'Builds an index',
  instant: 'Instant',
} as const

/** From the size of the table and a fixed rate for the kind of work. */
const getTitle = ({ work, estimate_seconds: seconds }: LockNote): string =>
  `${workLabels[work]}: ${describeSpan(seconds)}, estimated from the size`

function describeSpan(seconds: number): string {
  if (seconds < 90) return `about ${Math.ceil(seconds)} s`
  return `about ${Math.ceil(seconds / 60)} min`
}

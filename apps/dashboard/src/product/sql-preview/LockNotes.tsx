import type { LockNote } from '@basalt/contract/database/change-statements'

import { formatBytes } from '../../lib/format/format-bytes.ts'
import { Notice } from '../../ui/Notice.tsx'

type NotesProps = { notes: readonly LockNote[]; execution: keyof typeof executions }

/** Only slow steps have their own note; the rest is summarized. */
export function LockNotes({ notes, execution }: NotesProps) {
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
        {executions[execution]}
      </li>
    </ul>
  )
}

const executions = {
  'in transaction': 'It waits up to 5 s for locks, and changes nothing if it cannot get them.',
  'in steps': 'Each step waits up to 5 s for locks; completed steps stay done.',
  'as job': 'It runs as a job, which waits for older transactions as long as they take.',
} as const

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

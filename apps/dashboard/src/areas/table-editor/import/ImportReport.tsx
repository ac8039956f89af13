import { buildPath } from '@basalt/contract/client'
import { databaseImports, type ImportState } from '@basalt/contract/database/imports'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { formatExact } from '../../../lib/format/format-time.ts'
import { formatCount, plural } from '../../../lib/format/format.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { useCorrections } from './corrections.ts'
import {
  askWhatCame,
  decide,
  removeJob,
  type ImportJob,
  isUnknown,
  openReport,
  renew,
  revise,
} from './import-job.ts'
import { useImportRequest } from './import-request.ts'
import { RejectedRows } from './RejectedRows.tsx'

type Props = {
  job: ImportJob
  /** The table that is open, 0 where none is. */
  over: number
}

/** The progress of an import, and its decision. */
export function ImportReport({ job, over }: Props) {
  if (job.openOver !== over) return <ImportBar job={job} over={over} />
  const { status } = job.state
  if (hasFailed(job)) return <Failed job={job} />
  if (isUnknown(job)) return <Unknown job={job} />
  return status === 'deciding' ? <Deciding job={job} /> : <Running job={job} />
}

const hasFailed = ({ error, state }: ImportJob) => error !== null || state.status === 'failed'

const unknownText = ({ fileName }: ImportJob) => `Import status of ${fileName} unknown`

const close = () => openReport(null)

/**
 * Below the rows while the panel is closed, so that an import is always visible. It is above the
 * footer of the table, and next to its messages.
 */
function ImportBar({ job, over }: Props) {
  const show = useMutation({
    // A waiting one may have been decided on another page.
    mutationFn: () => (job.state.status === 'deciding' ? renew(job) : Promise.resolve()),
    onSettled: () => openReport(over),
  })
  return (
    <div className="pointer-events-none fixed right-0 bottom-24 z-30 flex w-full flex-col items-center px-4 tablet:bottom-12">
      <output className="pointer-events-auto flex items-center gap-3 rounded-card border border-line bg-raised px-3 py-2 shadow-raised">
        <span className="min-w-0 break-words">{barText(job)}</span>
        <Button size="small" isPending={show.isPending} onClick={() => show.mutate()}>
          Show
        </Button>
      </output>
    </div>
  )
}

function barText(job: ImportJob): string {
  const { state, fileName } = job
  if (hasFailed(job)) return `The import into ${state.table.name} failed`
  if (isUnknown(job)) return unknownText(job)
  return state.status === 'deciding'
    ? `The import into ${state.table.name} needs your decision: ${plural(state.rejected, 'row')} rejected`
    : `Importing ${fileName} into ${state.table.name}: ${progressText(job)}`
}

function progressText({ state }: ImportJob): string {
  const share =
    state.size_bytes === null || state.size_bytes === 0
      ? formatBytes(state.bytes)
      : `${Math.floor((state.bytes / state.size_bytes) * 100)}%`
  return `${share}, ${plural(state.rows, 'row')}`
}

const delayedMs = 5000

/** Whether an import has made no progress for a while. */
function useIsDelayed({ bytes, rows, inserted, updated, rejected }: ImportState): boolean {
  const progress = [bytes, rows, inserted, updated, rejected].join(' ')
  const [stood, setStood] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setStood(progress), delayedMs)
    return () => clearTimeout(timer)
  }, [progress])
  return stood === progress
}

function Running({ job }: { job: ImportJob }) {
  const cancel = useMutation({ mutationFn: () => decide('cancel', job) })
  const { state, fileName } = job
  const isDelayed = useIsDelayed(state)
  return (
    <Dialog
      isOpen
      kind="panel"
      width="large"
      title={`Importing ${fileName}`}
      onClose={close}
      footer={
        <>
          <Button size="large" isPending={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel import
          </Button>
          <Button size="large" variant="primary" onClick={close}>
            Run in background
          </Button>
        </>
      }
    >
      <output className="flex flex-col gap-2">
        <ProgressBar
          label="Bytes read"
          className="w-full"
          max={state.size_bytes}
          value={state.bytes}
        />
        <p className="tabular text-ink-soft">
          {`${progressText(job)}, ${formatCount(state.inserted)} written into ${state.table.name}`}
          {state.rejected > 0 && `, ${formatCount(state.rejected)} rejected`}
        </p>
        <p className="text-xs text-ink-faint">
          Other sessions see the rows only when the import is complete.
        </p>
        {isDelayed && (
          <p>
            No progress for several seconds. PostgreSQL may be busy, or another session may have
            locked these rows: an open transaction, or an import of the same rows that needs a
            decision.
          </p>
        )}
      </output>
    </Dialog>
  )
}

function Failed({ job }: { job: ImportJob }) {
  return (
    <Dialog
      isOpen
      kind="panel"
      width="large"
      title={`${job.fileName} was not imported`}
      onClose={removeJob}
      footer={
        <Button size="large" variant="primary" onClick={removeJob}>
          Back to import
        </Button>
      }
    >
      <Notice tone="bad" title={job.error?.message ?? job.state.error ?? 'The import failed'}>
        {`Nothing was changed: ${job.state.table.name} is as before.`}
      </Notice>
    </Dialog>
  )
}

/** Starting it again now could import the rows twice. */
function Unknown({ job }: { job: ImportJob }) {
  const ask = useMutation({ mutationFn: () => askWhatCame(job) })
  return (
    <Dialog
      isOpen
      kind="panel"
      width="large"
      title={unknownText(job)}
      onClose={close}
      footer={
        <>
          <Button size="large" onClick={close}>
            Run in background
          </Button>
          <Button
            size="large"
            variant="primary"
            isPending={ask.isPending}
            onClick={() => ask.mutate()}
          >
            Check again
          </Button>
        </>
      }
    >
      <Notice tone="warn" title={job.lost?.error.message ?? 'No response from the server'}>
        {`No response from the server: the rows may be in ${job.state.table.name}. The status is checked automatically, and the file is not sent a second time.`}
      </Notice>
    </Dialog>
  )
}

function waitingText({ table, decide_by, all_or_nothing: isWhole }: ImportState): string {
  const end = decide_by === null ? '' : ` Decide before ${formatExact(decide_by)}.`
  const ways = isWhole
    ? 'All or nothing: correct the rejected rows, or discard the import.'
    : 'Correct the rejected rows, or import without them.'
  return `Nothing is imported into ${table.name} yet. ${ways}${end} Until then, column changes and writes to the same keys are blocked.`
}

/** Another tab may have decided while this one was hidden. */
function useRenewed(job: ImportJob) {
  useEffect(() => {
    const onSeen = () => {
      if (document.visibilityState === 'visible') void renew(job).catch(() => undefined)
    }
    document.addEventListener('visibilitychange', onSeen)
    return () => document.removeEventListener('visibilitychange', onSeen)
  }, [job])
}

function Deciding({ job }: { job: ImportJob }) {
  useRenewed(job)
  const commit = useMutation({ mutationFn: () => decide('commit', job) })
  const cancel = useMutation({ mutationFn: () => decide('cancel', job) })
  const back = useMutation({ mutationFn: () => revise(job) })
  // After a reload only the server has the rows.
  const isAtHand = useImportRequest()?.file?.name === job.fileName
  const { ref, state } = job
  const corrected = Object.keys(useCorrections(ref, state.id).corrections).length
  const written = state.inserted + state.updated
  const fileUrl = buildPath(databaseImports.rejectedFile, { ref, import: state.id })
  const isBusy = commit.isPending || cancel.isPending || back.isPending
  return (
    <Dialog
      isOpen
      kind="panel"
      width="large"
      title={`${plural(state.rejected, 'row')} rejected, ${formatCount(written)} accepted`}
      description={waitingText(state)}
      onClose={close}
      footer={
        <>
          <a href={fileUrl} download className={buttonClass({ variant: 'ghost', size: 'large' })}>
            Download rejected rows
          </a>
          <span className="flex-1" />
          {isAtHand && (
            <Button size="large" isPending={back.isPending} onClick={() => isBusy || back.mutate()}>
              Change columns
            </Button>
          )}
          <Button
            size="large"
            isPending={cancel.isPending}
            onClick={() => isBusy || cancel.mutate()}
          >
            Discard import
          </Button>
          <Button
            size="large"
            variant="primary"
            isPending={commit.isPending}
            disabledReason={blocked(job, { written, corrected })}
            onClick={() => isBusy || commit.mutate()}
          >
            {`Import ${plural(written, 'row')}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {commit.error !== null && <Notice tone="bad" title={commit.error.message} />}
        {cancel.error !== null && <Notice tone="bad" title={cancel.error.message} />}
        {back.error !== null && <Notice tone="bad" title={back.error.message} />}
        <Reasons job={job} />
        <RejectedRows key={state.id} job={job} />
      </div>
    </Dialog>
  )
}

type Decision = { written: number; corrected: number }

function blocked({ state }: ImportJob, { written, corrected }: Decision): string | undefined {
  if (corrected > 0) return `Try ${plural(corrected, 'corrected row')} again first`
  if (state.all_or_nothing) return 'All or nothing: correct the rejected rows first'
  return written === 0 ? 'All rows were rejected' : undefined
}

/** The number of rows shown at once, each with its reason. */
const fewRows = 5

function Reasons({ job: { state } }: { job: ImportJob }) {
  if (state.reasons.length < 2 && state.rejected <= fewRows) return null
  return (
    <ul aria-label="Reasons" className="flex flex-col gap-0.5 text-ink-soft">
      {state.reasons.map(({ reason, column, rows }) => (
        <li key={`${reason} ${column}`} className="flex gap-2">
          <span className="tabular w-12 flex-none text-right">{formatCount(rows)}</span>
          <span className="min-w-0 break-words">
            {column === null ? reason : `${column}: ${reason}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

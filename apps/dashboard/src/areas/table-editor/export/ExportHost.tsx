import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { plural } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { cancelExport, type ExportJob, followExport, useExportJobs } from './export-job.ts'
import { type ExportRequest, requestExport } from './export-request.ts'
import { ExportPanel } from './ExportPanel.tsx'

/** The export dialog, and the running downloads. */
export function ExportHost({ request }: { request: ExportRequest | null }) {
  const jobs = useExportJobs()
  return (
    <>
      {request !== null && <ExportPanel request={request} onClose={() => requestExport(null)} />}
      {jobs.length > 0 && (
        <div className="fixed right-4 bottom-24 z-30 flex flex-col gap-2">
          {jobs.map((job) => (
            <ExportBar key={job.state.id} job={job} />
          ))}
        </div>
      )}
    </>
  )
}

function ExportBar({ job }: { job: ExportJob }) {
  const { tableName, expected, state } = job
  const cancel = useMutation({ mutationFn: () => cancelExport(job) })
  useEnd(job)
  const label = `Exporting ${tableName}: ${plural(state.rows, 'row')}`
  return (
    <output className="flex items-center gap-3 rounded-card border border-line bg-raised px-3 py-2 shadow-raised">
      <span className="tabular">{label}</span>
      <ProgressBar
        label={label}
        className="w-24"
        max={expected === null ? null : Math.max(expected, state.rows)}
        value={state.rows}
      />
      <Button size="small" isPending={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel
      </Button>
    </output>
  )
}

/** Jobs that are tracked already: a reloaded page shows them again. */
const followed = new Set<string>()

function useEnd(job: ExportJob) {
  useEffect(() => {
    if (followed.has(job.state.id)) return
    followed.add(job.state.id)
    void followExport(job).then((ended) => ended !== null && announceEnd(ended))
  }, [job])
}

function announceEnd({ tableName, isExact, state }: ExportJob) {
  if (state.status === 'done') {
    const rows = `${plural(state.rows, 'row')} of ${tableName} exported`
    notify.success(
      isExact
        ? rows
        : `${rows}. Formulas were escaped with an apostrophe, so the file is not an exact copy`,
    )
  } else if (state.status === 'cancelled') {
    notify.info('The export was cancelled. The file is incomplete.')
  } else {
    notify.error(`${tableName} was not exported: ${state.error ?? 'the database gave no reason'}`)
  }
}

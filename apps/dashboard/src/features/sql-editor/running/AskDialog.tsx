import { TriangleAlert } from 'lucide-react'

import { plural } from '../../../lib/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { Runs } from './use-runs.ts'
import { warningWords } from './warning-words.ts'

/** Nothing was run yet: says what would happen, and asks whether that is meant. */
export function AskDialog({ runs: { run, runs } }: { runs: Runs }) {
  const { request } = runs
  if (run?.state !== 'asking' || run.warnings === undefined || request === undefined) return null
  const { warnings } = run
  const confirmed = warnings.map(({ key }) => key)
  const again = (more: Partial<typeof request.options>) =>
    runs.start({ ...request, options: { ...request.options, confirmed, ...more } })
  const unprotected = warnings.filter(({ code }) => code === 'create_table_without_rls')
  const isHeld = request.options.hold !== undefined
  const after = isHeld
    ? ' What it does is held afterwards, until you commit it or roll it back.'
    : ''

  return (
    <Dialog
      isOpen
      title="Before this runs"
      description={`${plural(warnings.length, 'thing')} that may not be meant. Nothing was run yet.${after}`}
      onClose={runs.dismiss}
      footer={
        <>
          <Button onClick={runs.dismiss}>Cancel</Button>
          {!isHeld && <Button onClick={() => again({ hold: 'decide' })}>Run and look first</Button>}
          {unprotected.length > 0 && (
            <Button variant="primary" onClick={() => again({ enable_rls: true })}>
              Run and enable RLS
            </Button>
          )}
          <Button
            variant={runLook(isHeld, { unprotected: unprotected.length, all: warnings.length })}
            onClick={() => again({})}
          >
            {isHeld ? 'Run and hold' : 'Run anyway'}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-2">
        {warnings.map((warning) => (
          <li key={warning.key} className="flex items-start gap-2">
            <TriangleAlert className="mt-0.5 flex-none text-warn" />
            <span className="min-w-0 break-words">{warningWords(warning)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** What is looked at before it is committed loses nothing by being run. */
function runLook(isHeld: boolean, { unprotected, all }: { unprotected: number; all: number }) {
  if (isHeld) return unprotected > 0 ? 'secondary' : 'primary'
  return unprotected === all ? 'secondary' : 'danger'
}

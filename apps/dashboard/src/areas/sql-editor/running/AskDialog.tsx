import type { SqlWarning } from '@basalt/contract/database/query'
import { TriangleAlert } from 'lucide-react'

import { plural } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { Runs } from '../runs/use-runs.ts'
import { describeWarning } from './warning-text.ts'

/** Shows possible mistakes before a run, and asks for a confirmation. */
export function AskDialog({ runs: { run, runs } }: { runs: Runs }) {
  const { request } = runs
  if (run?.state !== 'asking' || run.warnings === undefined || request === undefined) return null
  const { warnings } = run
  const confirmed = warnings.map(({ key }) => key)
  const again = (more: Partial<typeof request.options>) =>
    runs.start({ ...request, options: { ...request.options, confirmed, ...more } })
  const isHeld = request.options.hold !== undefined

  return (
    <Dialog
      isOpen
      title={`Review ${plural(warnings.length, 'warning')} before running`}
      description={
        isHeld
          ? 'Nothing has run yet. Changes are held until you commit or roll back.'
          : 'Nothing has run yet.'
      }
      onClose={runs.dismiss}
      footer={<Choices warnings={warnings} isHeld={isHeld} onRun={again} onCancel={runs.dismiss} />}
    >
      <ul className="flex flex-col gap-2">
        {warnings.map((warning) => (
          <li key={warning.key} className="flex items-start gap-2">
            <TriangleAlert className="mt-0.5 flex-none text-warn" />
            <span className="min-w-0 break-words">{describeWarning(warning)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

type ChoicesProps = {
  warnings: readonly SqlWarning[]
  isHeld: boolean
  onRun: (options: { enable_rls?: true; hold?: 'decide' }) => void
  onCancel: () => void
}

/** At most three: where new tables lack row level security, the run that enables it is first. */
function Choices({ warnings, isHeld, onRun, onCancel }: ChoicesProps) {
  const unprotected = warnings.filter(({ code }) => code === 'create_table_without_rls').length
  const isMixed = unprotected > 0 && unprotected < warnings.length
  const cancel = (
    <Button variant={unprotected > 0 ? 'ghost' : 'secondary'} onClick={onCancel}>
      Cancel
    </Button>
  )
  return (
    <>
      {unprotected === 0 && cancel}
      {unprotected > 0 && (
        <Button variant="primary" onClick={() => onRun({ enable_rls: true })}>
          Run and enable RLS
        </Button>
      )}
      {/* X A new table has no former rows. */}
      {!isHeld && (unprotected === 0 || isMixed) && (
        <Button onClick={() => onRun({ hold: 'decide' })}>Preview changes</Button>
      )}
      <Button
        variant={runAppearance(isHeld, { unprotected, all: warnings.length })}
        onClick={() => onRun({})}
      >
        {isHeld ? 'Run and hold' : 'Run anyway'}
      </Button>
      {/* With three others, closing the dialog is the way back. */}
      {unprotected > 0 && (isHeld || !isMixed) && cancel}
    </>
  )
}

/** A previewed run can lose nothing. */
function runAppearance(
  isHeld: boolean,
  { unprotected, all }: { unprotected: number; all: number },
) {
  if (isHeld) return unprotected > 0 ? 'secondary' : 'primary'
  return unprotected === all ? 'secondary' : 'danger'
}

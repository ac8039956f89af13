import { PlugZap } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { readClaims } from '../../../lib/claims-text.ts'
import { Unshown } from '../../../lib/Unshown.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx'
import type { RunHabits } from './run-store.ts'
import type { Runs } from './use-runs.ts'

const loadPanel = () => import('./SessionPanel.tsx')
const SessionPanel = lazy(async () => ({ default: (await loadPanel()).SessionPanel }))

const prepare = () => void loadPanel().catch(() => undefined)

type Props = { projectRef: string; runs: Runs }

/** Says whose eyes the query has and what it may do; opens the settings of its session. */
export function SessionButton({ projectRef, runs }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const words = wordsOf(runs.habits)
  const trigger = (
    <Button
      icon={PlugZap}
      aria-haspopup="dialog"
      tooltip="Role, time limit and what lives on between runs"
      onPointerOver={prepare}
      onFocus={prepare}
      onClick={() => setIsOpen(true)}
    >
      {words}
    </Button>
  )
  if (!isOpen) return trigger
  return (
    <ErrorBoundary
      renderError={() => (
        <>
          {trigger}
          <Unshown onClose={() => setIsOpen(false)} />
        </>
      )}
    >
      <Suspense fallback={trigger}>
        <SessionPanel
          projectRef={projectRef}
          runs={runs}
          trigger={trigger}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
        />
      </Suspense>
    </ErrorBoundary>
  )
}

function wordsOf({ settings, claims }: RunHabits): string {
  const words = [settings.as?.role ?? 'postgres']
  if (settings.read_only === true) words.push('reads only')
  if (settings.as !== undefined && readClaims(claims).fault !== undefined)
    words.push('claims are not valid')
  return words.join(', ')
}

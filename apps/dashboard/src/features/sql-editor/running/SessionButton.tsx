import { PlugZap } from 'lucide-react'
import { Suspense, useState } from 'react'

import { readClaims } from '../../../lib/claims-text.ts'
import { late } from '../../../lib/late.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { RunHabits } from './run-store.ts'
import type { Runs } from './use-runs.ts'

const loadPanel = () => import('./SessionPanel.tsx')
const SessionPanel = late(
  async () => (await loadPanel()).SessionPanel,
  ({ trigger }) => trigger,
)

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
      onPointerOver={() => void loadPanel().catch(() => undefined)}
      onFocus={() => void loadPanel().catch(() => undefined)}
      onClick={() => setIsOpen(true)}
    >
      {words}
    </Button>
  )
  if (!isOpen) return trigger
  return (
    <Suspense fallback={trigger}>
      <SessionPanel
        projectRef={projectRef}
        runs={runs}
        trigger={trigger}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      />
    </Suspense>
  )
}

function wordsOf({ settings, claims }: RunHabits): string {
  const words = [settings.as?.role ?? 'postgres']
  if (settings.read_only === true) words.push('reads only')
  if (settings.as !== undefined && readClaims(claims).fault !== undefined)
    words.push('claims are not valid')
  return words.join(', ')
}

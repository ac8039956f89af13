import { PlugZap } from 'lucide-react'
import { useState } from 'react'

import { readClaims } from '../../../lib/forms/claims-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'
import type { RunPreferences } from '../runs/run-store.ts'
import type { Runs } from '../runs/use-runs.ts'
import { useOwnRole } from './own-role.ts'

const SessionPanel = late(async () => (await import('./SessionPanel.tsx')).SessionPanel)

type Props = { projectRef: string; runs: Runs }

/** Shows the impersonated role and access mode of the query; opens the settings of its session. */
export function SessionButton({ projectRef, runs }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const words = splitWords(runs.habits, useOwnRole())
  const trigger = (
    <Button
      icon={PlugZap}
      aria-haspopup="dialog"
      tooltip="Role, statement timeout and session state"
      onPointerOver={SessionPanel.prepare}
      onFocus={SessionPanel.prepare}
      onClick={() => SessionPanel.ready(() => setIsOpen(true))}
    >
      {words}
    </Button>
  )
  if (!isOpen) return trigger
  return (
    <SessionPanel
      fallback={trigger}
      projectRef={projectRef}
      runs={runs}
      trigger={trigger}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
    />
  )
}

function splitWords({ settings, claims }: RunPreferences, ownRole: string): string {
  const words = [settings.as?.role ?? ownRole]
  if (settings.read_only === true) words.push('read only')
  if (settings.as !== undefined && readClaims(claims).fault !== undefined)
    words.push('claims are not valid')
  return words.join(', ')
}

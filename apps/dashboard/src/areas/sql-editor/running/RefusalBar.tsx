import { X } from 'lucide-react'

import { IconButton } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { Runs } from '../runs/use-runs.ts'

/** Why nothing was run, in place of the result, with the next step. */
export function RefusalBar({ runs: { refusal, runs } }: { runs: Runs }) {
  if (refusal === undefined) return null
  return (
    <div role="alert" className="flex-none p-3 pb-0">
      <Notice
        tone="warn"
        title="Nothing was run"
        action={<IconButton icon={X} label="Dismiss" onClick={() => runs.refuse(undefined)} />}
      >
        {refusal}
      </Notice>
    </div>
  )
}

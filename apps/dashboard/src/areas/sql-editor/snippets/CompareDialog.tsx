import { useMemo } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DiffView } from './DiffView.tsx'
import { lineDiff } from './line-diff.ts'

type Props = {
  mine: string
  theirs: string
  onTakeMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** The difference between the two texts, line by line. */
export function CompareDialog({ mine, theirs, onTakeMine, onTakeTheirs, onClose }: Props) {
  const diff = useMemo(() => lineDiff(theirs, mine), [mine, theirs])
  return (
    <Dialog
      isOpen
      width="large"
      title="Compare versions"
      description="Removed lines are only in their version, added lines are only in yours."
      onClose={onClose}
      footer={
        <>
          <Button size="large" onClick={onTakeTheirs}>
            Use their version
          </Button>
          <Button size="large" variant="primary" onClick={onTakeMine}>
            Keep my version
          </Button>
        </>
      }
    >
      <DiffView diff={diff} label="Their version compared with yours" />
    </Dialog>
  )
}

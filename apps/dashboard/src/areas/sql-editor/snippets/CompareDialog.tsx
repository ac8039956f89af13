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

/** What taking one text or the other means, line by line. */
export function CompareDialog({ mine, theirs, onTakeMine, onTakeTheirs, onClose }: Props) {
  const diff = useMemo(() => lineDiff(theirs, mine), [mine, theirs])
  return (
    <Dialog
      isOpen
      width="large"
      title="Theirs and mine"
      description="Lines that only their text has are removed, lines that only yours has are added."
      onClose={onClose}
      footer={
        <>
          <Button size="large" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button size="large" variant="primary" onClick={onTakeMine}>
            Take mine
          </Button>
        </>
      }
    >
      <DiffView diff={diff} label="Their text compared with yours" />
    </Dialog>
  )
}

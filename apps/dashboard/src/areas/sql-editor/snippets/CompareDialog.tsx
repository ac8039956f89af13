import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextDiff } from '../../../ui/text-diff/TextDiff.tsx'

type Props = {
  mine: string
  theirs: string
  onTakeMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** Shows both versions line by line and lets the user choose one. */
export function CompareDialog({ mine, theirs, onTakeMine, onTakeTheirs, onClose }: Props) {
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
      <TextDiff before={theirs} after={mine} label="Their version compared with yours" />
    </Dialog>
  )
}

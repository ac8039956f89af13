import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { Removal } from './use-removing.tsx'

type Props = { removal: Removal; onKeep: () => void; onRemove: () => void }

/** Says what ends with a query, and asks whether that is meant. */
export function RemoveDialog({ removal, onKeep, onRemove }: Props) {
  const { snippet, transaction, isRunning, blocks } = removal
  return (
    <Dialog
      isOpen
      title={`Delete “${snippet.name}”`}
      description="More than the query ends with it."
      width="small"
      onClose={onKeep}
      footer={
        <>
          <Button onClick={onKeep}>Keep it</Button>
          <Button variant="danger" onClick={onRemove}>
            {transaction === undefined ? 'Delete' : 'Roll back and delete'}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-1 break-words">
        {isRunning && <li>It is running: that is cancelled in the database.</li>}
        {transaction !== undefined && <li>{lossLabels[transaction]}</li>}
        {blocks.length > 0 && <li>{describeBlock(blocks)}</li>}
      </ul>
    </Dialog>
  )
}

const lossLabels = {
  held: 'A run that waits for your decision is rolled back. What it did is lost.',
  open: 'Its open transaction is rolled back. Nobody else sees yet what was done, and it is lost.',
}

function describeBlock(blocks: readonly string[]): string {
  const titles = blocks.map((title) => `“${title}”`).join(', ')
  return `The project home shows it: ${titles}. What shows it goes for everybody, and comes back with the query.`
}

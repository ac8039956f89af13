import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { Removal } from './use-removing.tsx'

type Props = { removal: Removal; onKeep: () => void; onRemove: () => void }

/** Names what ends with a query, and asks for a confirmation. */
export function RemoveDialog({ removal, onKeep, onRemove }: Props) {
  const { snippet, transaction, isRunning, blocks } = removal
  return (
    <Dialog
      isOpen
      title={`Delete “${snippet.name}”`}
      description="Deleting it also has these effects."
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
        {isRunning && <li>Its run is cancelled in the database.</li>}
        {transaction !== undefined && <li>{lossLabels[transaction]}</li>}
        {blocks.length > 0 && <li>{describeBlock(blocks)}</li>}
      </ul>
    </Dialog>
  )
}

const lossLabels = {
  held: 'Its held transaction is rolled back. The changes are lost.',
  open: 'Its open transaction is rolled back. Uncommitted changes are lost.',
}

function describeBlock(blocks: readonly string[]): string {
  const titles = blocks.map((title) => `“${title}”`).join(', ')
  return `Its pinned results are removed for everyone: ${titles}. Undo restores them with the query.`
}

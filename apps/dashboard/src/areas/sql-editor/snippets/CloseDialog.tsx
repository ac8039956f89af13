import { plural } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { Closing, LostTransaction } from './use-closing.tsx'

type Props = { closing: Closing; onKeep: () => void; onClose: () => void }

/** Closing a tab ends its transaction: names it, and asks for a confirmation. */
export function CloseDialog({ closing: { ids, losing }, onKeep, onClose }: Props) {
  const others = ids.length - losing.length
  return (
    <Dialog
      isOpen
      title={losing.length === 1 ? 'Close an open transaction' : 'Close open transactions'}
      description="Uncommitted changes are lost when the tab closes."
      width="small"
      onClose={onKeep}
      footer={
        <>
          <Button onClick={onKeep}>
            {losing.length === 1 ? 'Keep it open' : 'Keep them open'}
          </Button>
          <Button variant="danger" onClick={onClose}>
            Roll back and close
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-1">
        {losing.map((one) => (
          <li key={one.id} className="min-w-0 break-words">
            {lossLabels(one)}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="mt-2 text-ink-soft">{`${plural(others, 'other tab')} will be closed too.`}</p>
      )}
    </Dialog>
  )
}

const lossLabels = ({ name, kind }: LostTransaction): string =>
  kind === 'held'
    ? `“${name}”: its held transaction is rolled back.`
    : `“${name}”: its open transaction is rolled back.`

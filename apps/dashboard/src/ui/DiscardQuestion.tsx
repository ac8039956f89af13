import { Confirm } from './Confirm.tsx'

type Props = { onDiscard: () => void; onKeep: () => void }

/** Asks before typed text is lost. */
export const DiscardQuestion = ({ onDiscard, onKeep }: Props) => (
  <Confirm
    isOpen
    title="Discard your changes?"
    confirmLabel="Discard changes"
    cancelLabel="Keep editing"
    onConfirm={onDiscard}
    onClose={onKeep}
  >
    <p>What you entered has not been saved.</p>
  </Confirm>
)

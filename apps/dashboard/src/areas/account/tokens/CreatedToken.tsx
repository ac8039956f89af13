import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'

type Props = { name: string; token: string; onClose: () => void }

/** The one moment in which the token can be seen. */
export function CreatedToken({ name, token, onClose }: Props) {
  return (
    <Dialog
      isOpen
      isKept
      onClose={onClose}
      title={`Token for ${name}`}
      footer={
        <Button variant="primary" size="large" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Notice tone="warn">
          Copy the token now. Only its hash is stored, so it cannot be shown again.
        </Notice>
        <div className="flex items-center gap-2 rounded-control bg-sunken py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 font-mono text-xs break-all">{token}</code>
          <CopyButton text={token} label="Copy" />
        </div>
      </div>
    </Dialog>
  )
}

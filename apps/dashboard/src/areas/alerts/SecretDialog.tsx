import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = { secret: string; onClose: () => void }

/** The one moment in which the secret can be seen. */
export function SecretDialog({ secret, onClose }: Props) {
  return (
    <Dialog
      isOpen
      isKept
      onClose={onClose}
      title="Secret of the webhook"
      footer={
        <Button variant="primary" size="large" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Notice tone="warn">
          Copy the secret now: it cannot be shown again. Your receiver checks the signature of each
          request with it, as Standard Webhooks describes.
        </Notice>
        <div className="flex items-center gap-2 rounded-control bg-sunken py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 font-mono text-xs break-all">{secret}</code>
          <CopyButton text={secret} label="Copy" />
        </div>
      </div>
    </Dialog>
  )
}

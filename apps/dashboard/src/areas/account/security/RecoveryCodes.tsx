import { Download } from 'lucide-react'

import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'

type Props = { codes: readonly string[]; onClose: () => void }

/** The one moment in which recovery codes can be seen. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const text = codes.join('\n')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Your recovery codes"
      footer={
        <Button variant="primary" size="large" onClick={onClose}>
          I saved my codes
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Notice tone="warn">
          Store them in your password manager. Each code signs you in once if you lose your device.
          Only their hashes are stored, so they cannot be shown again.
        </Notice>
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-control bg-sunken px-4 py-3 font-mono"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={text} label="Copy all" />
          <Button variant="ghost" icon={Download} onClick={() => saveText(text)}>
            Download
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function saveText(text: string) {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'basalt-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}

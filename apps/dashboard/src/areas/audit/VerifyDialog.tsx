import { audit, type AuditVerification } from '@basalt/contract/organization/audit'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { formatCount, plural } from '../../lib/format/format.ts'
import { stream } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

type Props = { slug: string; onClose: () => void }

/** Recomputes every hash of the log on the server, with progress; closing stops it. */
export function VerifyDialog({ slug, onClose }: Props) {
  const [progress, setProgress] = useState({ checked: 0, total: 0 })
  const stopping = useRef<AbortController>(null)
  const verify = useMutation({
    mutationFn: async () => {
      const controller = new AbortController()
      stopping.current = controller
      let result: AuditVerification | undefined
      await stream(
        audit.verify,
        { params: { slug } },
        {
          signal: controller.signal,
          onLine: (line) => (line.type === 'progress' ? setProgress(line) : (result = line)),
        },
      )
      if (result === undefined) throw new Error('The check ended early. Try again.')
      return result
    },
  })
  const { mutate } = verify
  useEffect(() => {
    mutate()
    return () => stopping.current?.abort()
  }, [mutate])

  return (
    <Dialog
      isOpen
      title="Verify the audit log"
      description="Each entry stores its own hash and the hash of the previous entry. Changing, removing or adding an entry breaks the chain."
      onClose={onClose}
      footer={<Button onClick={onClose}>{verify.isPending ? 'Stop' : 'Close'}</Button>}
    >
      {verify.isPending && (
        <div className="flex flex-col gap-2">
          <ProgressBar
            label="Entries checked"
            className="w-full"
            max={progress.total}
            value={progress.checked}
          />
          <p className="text-ink-soft">
            {formatCount(progress.checked)} of {plural(progress.total, 'row')} checked
          </p>
        </div>
      )}
      {verify.error !== null && (
        <ErrorPanel
          title="The log could not be verified"
          error={verify.error}
          onRetry={() => mutate()}
        />
      )}
      {verify.data !== undefined && <Result result={verify.data} />}
    </Dialog>
  )
}

function Result({ result }: { result: AuditVerification }) {
  const { is_whole: isWhole, broken, checked, head_hash: hash } = result
  return (
    <div className="flex flex-col gap-3">
      {isWhole && (
        <Notice tone="good" title="Verification passed">
          {plural(checked, 'row')} checked, numbers {result.first_number} to {result.last_number}.
        </Notice>
      )}
      {broken !== null && (
        <Notice tone="bad" title={`Verification failed at entry ${broken.number}`}>
          {broken.reason}. {plural(checked, 'row')} before it are unchanged.
        </Notice>
      )}
      {hash !== '' && (
        <div className="flex flex-col gap-1">
          <p className="text-ink-soft">
            Keep this hash outside Basalt. It proves later that no earlier entry was changed.
          </p>
          <span className="flex flex-wrap items-center gap-2">
            <code className="rounded-control bg-sunken px-2 py-1 font-mono text-xs break-all">
              {hash}
            </code>
            <CopyButton text={hash} label="Copy hash" isIcon size="small" />
          </span>
        </div>
      )}
    </div>
  )
}

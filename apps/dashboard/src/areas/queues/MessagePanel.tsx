import type { QueueMessage } from '@basalt/contract/queues/queues'

import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'
import { stateLabels } from './message-columns.tsx'

type Props = { message: QueueMessage; onClose: () => void }

export function MessagePanel({ message: one, onClose }: Props) {
  return (
    <Dialog
      isOpen
      kind="panel"
      title={`Message ${one.id}`}
      description={`${stateLabels[one.state]}, read ${one.reads === 1 ? 'once' : `${one.reads} times`}`}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <dt className="text-ink-soft">Sent</dt>
          <dd>
            <Time at={one.sent_at} />
          </dd>
          <dt className="text-ink-soft">Visible to readers</dt>
          <dd>
            <Time at={one.visible_at} />
          </dd>
          {one.archived_at !== null && (
            <>
              <dt className="text-ink-soft">Archived</dt>
              <dd>
                <Time at={one.archived_at} />
              </dd>
            </>
          )}
        </dl>
        {one.is_cut && (
          <Notice tone="warn">
            Only the first 10,000 characters are shown. Read the whole message with SQL.
          </Notice>
        )}
        <Json label="Content" text={one.message ?? 'null'} isWhole={!one.is_cut} />
        {one.headers !== null && <Json label="Headers" text={one.headers} isWhole />}
      </div>
    </Dialog>
  )
}

function Json({ label, text, isWhole }: { label: string; text: string; isWhole: boolean }) {
  return (
    <section aria-label={label} className="flex flex-col gap-1">
      <div className="flex items-center justify-between">
        <h3 className="font-medium">{label}</h3>
        {isWhole && <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />}
      </div>
      <pre className="max-h-96 overflow-auto rounded-control border border-line bg-raised p-3 font-mono text-xs break-words whitespace-pre-wrap">
        {text}
      </pre>
    </section>
  )
}

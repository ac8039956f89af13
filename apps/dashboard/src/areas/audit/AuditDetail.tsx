import type { AuditEntry } from '@basalt/contract/organization/audit'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'

import { formatExact } from '../../lib/format/format-time.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TabBar } from '../../ui/TabBar.tsx'
import { actionLabels, actorNote } from './action-labels.ts'
import { Outcome } from './audit-columns.tsx'
import { listChanges } from './changes.ts'

const views = [
  { id: 'summary', label: 'Summary' },
  { id: 'json', label: 'JSON' },
] as const

/** Everything that is known of one row. */
export function AuditDetail({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const [view, setView] = useState<string>('summary')
  const json = JSON.stringify(entry, null, 2)
  return (
    <Dialog isOpen kind="panel" title={actionLabels(entry.action)} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <TabBar label="Views" tabs={views} chosen={view} onChoose={setView}>
          {view === 'json' ? (
            <>
              <pre className="overflow-x-auto rounded-control bg-sunken p-3 font-mono text-xs whitespace-pre-wrap break-all">
                {json}
              </pre>
              <span>
                <CopyButton text={json} label="Copy JSON" />
              </span>
            </>
          ) : (
            <Summary entry={entry} />
          )}
        </TabBar>
      </div>
    </Dialog>
  )
}

function Summary({ entry }: { entry: AuditEntry }) {
  const { actor, target, request_id: requestId } = entry
  return (
    <>
      <Changes entry={entry} />
      <dl className="flex flex-col">
        <Fact name="Time">{formatExact(entry.at)}</Fact>
        <Fact name="Who">
          {actor.name}
          {actorNote(actor.kind) !== undefined && ` (${actorNote(actor.kind)})`}
        </Fact>
        <Fact name="Action">
          <code className="font-mono text-xs">{entry.action}</code>
        </Fact>
        <Fact name="Outcome">
          <Outcome outcome={entry.outcome} />
        </Fact>
        <Fact name="Target">
          {target.name === null ? target.id : `${target.name} (${target.kind} ${target.id})`}
        </Fact>
        <Fact name="Project">{entry.project_ref}</Fact>
        <Fact name="Address">{entry.ip_address}</Fact>
        <Fact name="Program">{entry.user_agent}</Fact>
        <Fact name="Request id">
          {requestId !== null && (
            <span className="flex flex-wrap items-center gap-2">
              <code className="font-mono text-xs break-all">{requestId}</code>
              <CopyButton text={requestId} label="Copy request ID" isIcon size="small" />
            </span>
          )}
        </Fact>
        <Fact name="Number">
          {entry.number} of {entry.chain}
        </Fact>
        <Fact name="Hash">
          <code className="font-mono text-xs break-all">{entry.hash}</code>
        </Fact>
      </dl>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[96px_minmax(0,1fr)] gap-3 border-t border-line py-1.5">
      <dt className="text-ink-faint">{name}</dt>
      <dd className="break-words">{children ?? '–'}</dd>
    </div>
  )
}

/** The values before and after, line by line. */
function Changes({ entry }: { entry: AuditEntry }) {
  const changes = listChanges(entry.before, entry.after)
  if (changes.length === 0) return null
  // Without a state before there is no comparison: these are the details.
  const isChange = entry.before !== null
  const title = isChange ? 'Changes' : 'Details'
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-medium">{title}</h3>
      <dl className="flex flex-col gap-2 rounded-control bg-sunken p-3 font-mono text-xs">
        {changes.map(({ name, before, after, isSame }) => (
          <div key={name} className="flex flex-col">
            <dt className="text-ink-faint">{name}</dt>
            {isSame || !isChange ? (
              <Line>{after}</Line>
            ) : (
              <>
                {before !== undefined && <Line sign="−">{before}</Line>}
                {after !== undefined && <Line sign="+">{after}</Line>}
              </>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}

function Line({ sign, children }: { sign?: '−' | '+'; children: ReactNode }) {
  return (
    <dd
      className={clsx(
        'break-all whitespace-pre-wrap',
        sign === '−' && 'text-bad',
        sign === '+' && 'text-good',
      )}
    >
      {sign !== undefined && `${sign} `}
      {children}
    </dd>
  )
}

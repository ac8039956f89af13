import type { AuditEntry } from '@basalt/contract/organization/audit'
import type { Project } from '@basalt/contract/project/project-reading'
import type { ReactNode } from 'react'

import type { Tone } from '../../lib/format/tone.ts'
import { Badge } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { actionLabels, actorNote, targetText } from './action-labels.ts'

type Props = {
  rows: readonly AuditEntry[]
  projects: readonly Pick<Project, 'ref' | 'name'>[]
  onOpen: (entry: AuditEntry) => void
}

const outcomes = {
  done: undefined,
  refused: { label: 'Denied', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
} as const satisfies Record<AuditEntry['outcome'], { label: string; tone: Tone } | undefined>

const head = 'px-3 py-2 text-left text-xs font-medium text-ink-faint'
const cell = 'px-3 py-1.5 align-top'

/** One line for each row; the action is a button that opens it. */
export function AuditTable({ rows, projects, onOpen }: Props) {
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full border-collapse">
        <thead className="border-b border-line-strong">
          <tr>
            <th className={head}>Time</th>
            <th className={`${head} max-tablet:hidden`}>User</th>
            <th className={head}>Action</th>
            <th className={`${head} max-desktop:hidden`}>Project</th>
            <th className={`${head} max-tablet:hidden`}>Result</th>
            <th className={`${head} max-desktop:hidden`}>Address</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => (
            <Row
              key={`${entry.chain} ${entry.number}`}
              entry={entry}
              project={projects.find(({ ref }) => ref === entry.project_ref)?.name}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = Pick<Props, 'onOpen'> & { entry: AuditEntry; project: string | undefined }

function Row({ entry, project, onOpen }: RowProps) {
  const { at, actor, action, outcome, project_ref: ref, ip_address: address } = entry
  const note = actorNote(actor.kind)
  return (
    <tr className="border-b border-line last:border-0 hover:bg-hover">
      <td className={`${cell} text-ink-faint`}>
        <Time at={at} />
      </td>
      <td className={`${cell} max-w-56 max-tablet:hidden`}>
        <span className="block truncate" title={actor.name}>
          {actor.name}
        </span>
        {note !== undefined && <Soft>{note}</Soft>}
      </td>
      <td className={`${cell} max-w-80`}>
        <button
          type="button"
          className="text-left underline-offset-2 hover:underline focus-visible:underline"
          onClick={() => onOpen(entry)}
        >
          {actionLabels(action)}
        </button>
        <Soft>{targetText(entry)}</Soft>
        <span className="tablet:hidden">
          <Soft>{note === undefined ? actor.name : `${actor.name} (${note})`}</Soft>
        </span>
        {outcome !== 'done' && (
          <span className="tablet:hidden">
            <Outcome outcome={outcome} />
          </span>
        )}
      </td>
      <td className={`${cell} max-w-40 truncate text-ink-soft max-desktop:hidden`}>
        {project ?? ref}
      </td>
      <td className={`${cell} max-tablet:hidden`}>
        <Outcome outcome={entry.outcome} />
      </td>
      <td className={`${cell} font-mono text-xs text-ink-soft max-desktop:hidden`}>{address}</td>
    </tr>
  )
}

const Soft = ({ children }: { children: ReactNode }) => (
  <span className="block truncate text-xs text-ink-faint">{children}</span>
)

export function Outcome({ outcome }: { outcome: AuditEntry['outcome'] }) {
  const appearance = outcomes[outcome]
  if (appearance === undefined) return <span className="text-ink-faint">Succeeded</span>
  return <Badge tone={appearance.tone}>{appearance.label}</Badge>
}

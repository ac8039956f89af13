import type { AuditEntry } from '@basalt/contract/organization/audit'
import type { Project } from '@basalt/contract/project/project-reading'
import type { ReactNode } from 'react'

import type { Tone } from '../../lib/format/tone.ts'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Badge } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { actionLabels, actorNote, targetText } from './action-labels.ts'

type Projects = readonly Pick<Project, 'ref' | 'name'>[]

const outcomes = {
  done: undefined,
  refused: { label: 'Denied', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
} as const satisfies Record<AuditEntry['outcome'], { label: string; tone: Tone } | undefined>

/** Names of an entry in URLs: its chain and its number there. */
export const getEntryId = ({ chain, number }: AuditEntry): string => `${chain}/${number}`

export const listColumns = (projects: Projects): Column<AuditEntry>[] => [
  {
    id: 'time',
    header: 'Time',
    width: '124px',
    hasLabel: false,
    cell: ({ at }) => (
      <span className="text-ink-faint">
        <Time at={at} />
      </span>
    ),
  },
  { id: 'user', header: 'User', cell: (entry) => <Actor entry={entry} /> },
  {
    id: 'action',
    header: 'Action',
    width: 'minmax(0, 1.5fr)',
    isName: true,
    cell: ({ action }) => actionLabels(action),
    detail: (entry) => <Soft>{targetText(entry)}</Soft>,
  },
  {
    id: 'project',
    header: 'Project',
    hideBelow: 'narrow',
    cell: ({ project_ref: ref }) => (
      <Soft>{projects.find((project) => project.ref === ref)?.name ?? ref}</Soft>
    ),
  },
  {
    id: 'result',
    header: 'Result',
    width: '112px',
    hasLabel: false,
    cell: ({ outcome }) => <Outcome outcome={outcome} />,
  },
  {
    id: 'address',
    header: 'Address',
    width: '132px',
    hideBelow: 'narrow',
    cell: ({ ip_address: address }) => (
      <span className="font-mono text-xs text-ink-soft">{address}</span>
    ),
  },
]

function Actor({ entry: { actor } }: { entry: AuditEntry }) {
  const note = actorNote(actor.kind)
  return (
    <>
      <span title={actor.name} className="break-words">
        {actor.name}
      </span>
      {note !== undefined && <Soft>{note}</Soft>}
    </>
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

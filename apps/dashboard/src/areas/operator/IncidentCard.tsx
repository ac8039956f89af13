import { regionName } from '@basalt/catalog'
import { type Incident, statusComponents } from '@basalt/contract/status'

import { Button } from '../../ui/Button.tsx'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { impactLabels, statusLabels } from './incident-labels.ts'

type Props = { incident: Incident; onEdit: () => void; onUpdate: () => void }

export function IncidentCard({ incident, onEdit, onUpdate }: Props) {
  const { title, impact, status, updates, components, regions, started_at: startedAt } = incident
  const { word, tone } = statusLabels[status]
  const names = [
    ...statusComponents.flatMap(({ id, name }) => (components.includes(id) ? name : [])),
    ...regions.map(regionName),
  ]
  return (
    <li className="rounded-card border border-line bg-surface">
      <article aria-label={title}>
        <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3">
          <div className="flex min-w-0 flex-1 basis-64 flex-col gap-0.5">
            <h2 className="font-semibold break-words">{title}</h2>
            <p className="flex flex-wrap gap-x-3 text-ink-soft">
              <Status tone={tone}>{word}</Status>
              <span>Impact: {impactLabels[impact].word.toLowerCase()}</span>
              <span>
                Started <Time at={startedAt} />
              </span>
            </p>
            {names.length > 0 && <p className="text-xs text-ink-faint">{names.join(', ')}</p>}
          </div>
          <div className="flex gap-2">
            <Button onClick={onEdit}>Edit</Button>
            <Button onClick={onUpdate}>{status === 'resolved' ? 'Reopen' : 'Add update'}</Button>
          </div>
        </header>
        <ol className="flex flex-col border-t border-line">
          {updates.map((update) => (
            <li
              key={update.id}
              className="flex flex-col gap-0.5 border-b border-line px-4 py-2.5 last:border-0"
            >
              <span className="flex flex-wrap justify-between gap-x-4 text-xs text-ink-faint">
                <span>{statusLabels[update.status].word}</span>
                <Time at={update.at} />
              </span>
              <p className="break-words whitespace-pre-line text-ink-soft">{update.message}</p>
            </li>
          ))}
        </ol>
      </article>
    </li>
  )
}

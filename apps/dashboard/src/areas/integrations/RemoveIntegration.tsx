import type { IntegrationDetails } from '@basalt/contract/integrations/integrations'

import { Confirm } from '../../ui/Confirm.tsx'
import { shownRows } from './AddedObjects.tsx'
import type { Entry } from './entries.ts'
import { useInstallation } from './queries.ts'

type Props = {
  projectRef: string
  entry: Entry
  details: IntegrationDetails
  onClose: () => void
}

/** Names what is lost before an integration is removed. */
export function RemoveIntegration({ projectRef, entry, details, onClose }: Props) {
  const remove = useInstallation(projectRef, entry, onClose)
  const filled = details.tables.filter(({ rows }) => rows > 0)
  return (
    <Confirm
      isOpen
      isDanger
      typed={entry.name}
      title={`Remove ${entry.name.toLowerCase()}?`}
      confirmLabel="Remove"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate('remove')}
    >
      <p>
        {entry.loss}{' '}
        {details.schemas.length === 1
          ? `The schema ${details.schemas.join()} is dropped.`
          : `The schemas ${details.schemas.join(' and ')} are dropped.`}{' '}
        This cannot be undone.
      </p>
      {filled.length > 0 && (
        <List
          title="Rows that are deleted"
          items={filled.map(({ name, rows }) => `${name}: ${shownRows(rows)}`)}
        />
      )}
      {details.dependents.length > 0 && (
        <List title="Objects that are dropped with it" items={details.dependents} />
      )}
    </Confirm>
  )
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div className="mt-3">
      <p className="font-medium text-ink">{title}</p>
      <ul className="max-h-40 list-disc overflow-auto pl-5">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}

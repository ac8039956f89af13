import { useQuery } from '@tanstack/react-query'

import { Confirm } from '../../ui/Confirm.tsx'
import { type Secret, usesQuery, useRemoveSecret } from './queries.ts'

type Props = { secret: Secret; projectRef: string; onClose: () => void }

export function RemoveSecret({ secret, projectRef, onClose }: Props) {
  const remove = useRemoveSecret(projectRef, onClose)
  const { data: uses, error } = useQuery(usesQuery(projectRef, secret.id))
  const name = secret.name ?? secret.id
  return (
    <Confirm
      isOpen
      isDanger
      title={`Delete the secret ${name}?`}
      confirmLabel="Delete secret"
      typed={name}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate(secret)}
    >
      <p>Its text is lost. A dump of the database and its key bring it back.</p>
      <UseList uses={uses} hasFailed={error !== null} />
    </Confirm>
  )
}

type UseListProps = { uses: { kind: string; name: string }[] | undefined; hasFailed: boolean }

function UseList({ uses, hasFailed }: UseListProps) {
  if (hasFailed) return <p>What uses it could not be read.</p>
  if (uses === undefined) return <p>Looking for objects that use it…</p>
  if (uses.length === 0) return <p>No function, view, trigger or cron job names it.</p>
  return (
    <>
      <p>These name it and will fail:</p>
      <ul className="list-disc pl-5">
        {uses.map(({ kind, name }) => (
          <li key={`${kind} ${name}`}>
            {kind} <code>{name}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'

import { usesQuery } from './queries.ts'

type Props = { projectRef: string; secretId: string }

/** Lists objects, webhooks, jobs and wrappers that fail when a secret is deleted or renamed. */
export function UseList({ projectRef, secretId }: Props) {
  const { data: uses, error } = useQuery(usesQuery(projectRef, secretId))
  if (error !== null) return <p>What uses it could not be read: {error.message}</p>
  if (uses === undefined) return <p>Looking for what uses it…</p>
  if (uses.length === 0) {
    return <p>No function, view, trigger, webhook, cron job or wrapper names it.</p>
  }
  return (
    <>
      <p>These name it and will fail:</p>
      <ul className="max-h-40 list-disc overflow-auto pl-5">
        {uses.map(({ kind, name }) => (
          <li key={`${kind} ${name}`} className="break-words">
            {kind} <code>{name}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

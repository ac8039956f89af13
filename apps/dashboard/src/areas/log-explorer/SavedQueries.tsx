import { logExplorer } from '@basalt/contract/logs/explorer'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { savedQuery, useRemoveQuery } from './queries.ts'

type Props = { projectRef: string; onOpen: (sql: string) => void }

export function SavedQueries({ projectRef, onOpen }: Props) {
  const { data, error } = useQuery(savedQuery(projectRef))
  const remove = useRemoveQuery(projectRef)
  const denied = useDenied(logExplorer.remove, 'delete saved queries')
  if (data === undefined) {
    if (error !== null) return <p className="text-bad">{error.message}</p>
    return <SkeletonRows rows={4} />
  }
  if (data.length === 0) {
    return <p className="p-2 text-ink-soft">Save a query to find it here again.</p>
  }
  return (
    <ul aria-label="Saved queries" className="flex flex-col gap-1">
      {data.map(({ id, name, sql, is_shared: isShared }) => (
        <li key={id} className="flex items-center gap-1">
          <Button
            variant="ghost"
            className="min-w-0 flex-1 justify-start!"
            onClick={() => onOpen(sql)}
          >
            <span className="truncate">{name}</span>
            {isShared && <span className="text-xs text-ink-faint">shared</span>}
          </Button>
          <IconButton
            icon={Trash2}
            label={`Delete ${name}`}
            disabledReason={denied}
            onClick={() => remove.mutate(id, { onError: ({ message }) => notify.error(message) })}
          />
        </li>
      ))}
    </ul>
  )
}

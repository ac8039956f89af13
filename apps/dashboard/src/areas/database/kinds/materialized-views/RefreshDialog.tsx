import type { MaterializedViewRow } from '@basalt/contract/database/objects/materialized-views'
import { databaseTableChanges as routes } from '@basalt/contract/database/table-changes'
import type { MaterializedViewDesign } from '@basalt/pg-model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../../../lib/access/access.tsx'
import { notify } from '../../../../lib/browser/toast.ts'
import { call, query } from '../../../../lib/network/api.ts'
import { invalidateTables } from '../../../../product/invalidate-tables.ts'
import { SqlPreview } from '../../../../product/sql-preview/SqlPreview.tsx'
import { usePreview } from '../../../../product/sql-preview/use-preview.ts'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { Confirm } from '../../../../ui/Confirm.tsx'
import type { ReadObject } from '../../model/object-kind.ts'

type Props = {
  object: ReadObject<MaterializedViewRow, MaterializedViewDesign>
  projectRef: string
  onClose: () => void
}

/** Runs the query of a materialized view again. */
export function RefreshDialog({ object: { row }, projectRef, onClose }: Props) {
  const { concurrent_obstacle: obstacle } = row
  const [isConcurrent, setIsConcurrent] = useState(obstacle === null)
  const denied = useDenied(routes.change, 'refresh materialized views')
  const client = useQueryClient()
  const change = { action: 'refresh' as const, table_id: row.id, concurrently: isConcurrent }
  const preview = usePreview(change, (body) =>
    query(routes.preview, { params: { ref: projectRef }, body }),
  )
  const refresh = useMutation({
    mutationFn: () => call(routes.change, { params: { ref: projectRef }, body: change }),
    onSuccess: async () => {
      notify.success(`${row.name} was refreshed`)
      onClose()
      await Promise.all([
        invalidateTables(client),
        client.invalidateQueries({ predicate: ({ queryKey }) => isObject(queryKey) }),
      ])
    },
  })
  return (
    <Confirm
      isOpen
      isDanger={false}
      title={`Refresh ${row.name}?`}
      confirmLabel="Refresh"
      isPending={refresh.isPending}
      error={refresh.error}
      disabledReason={denied}
      onClose={onClose}
      onConfirm={() => refresh.mutate()}
    >
      <p>Runs the query again and replaces all rows.</p>
      <Checkbox
        label="Refresh concurrently"
        isChecked={isConcurrent}
        fixedReason={obstacle ?? undefined}
        help="Does not block reads, but takes longer"
        onChange={setIsConcurrent}
      />
      <SqlPreview preview={preview} />
    </Confirm>
  )
}

/** Its page and the list, with the size and the state. */
const isObject = ([, path]: readonly unknown[]): boolean =>
  typeof path === 'string' && path.includes('/objects/materialized-views')

import { databaseIndexJobs } from '@basalt/contract/database/index-jobs'
import type { IndexRow } from '@basalt/contract/database/objects/indexes'
import type { IndexDefinition } from '@basalt/pg-model'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call, invalidate } from '../../../../lib/network/api.ts'
import { Confirm } from '../../../../ui/Confirm.tsx'
import { SqlText } from '../../../../ui/SqlText.tsx'
import type { ReadObject } from '../../model/object-kind.ts'

type Props = {
  object: ReadObject<IndexRow, IndexDefinition>
  projectRef: string
  onClose: () => void
}

/** Rebuilds an index as a job. */
export function RebuildDialog({ object: { row }, projectRef, onClose }: Props) {
  const client = useQueryClient()
  const rebuild = useMutation({
    mutationFn: () =>
      call(databaseIndexJobs.rebuild, { params: { ref: projectRef }, body: { id: row.id } }),
    onSuccess: async () => {
      onClose()
      await invalidate(client, databaseIndexJobs.list)
    },
  })
  return (
    <Confirm
      isOpen
      title={`Rebuild the index ${row.name}?`}
      confirmLabel="Rebuild index"
      isPending={rebuild.isPending}
      error={rebuild.error}
      onClose={onClose}
      onConfirm={() => rebuild.mutate()}
    >
      <p>
        Builds a new index and replaces this one, without blocking reads or writes. It needs the
        disk space of a second index, and continues when you leave this page.
      </p>
      <SqlText sql={`REINDEX INDEX CONCURRENTLY ${quoted(row.schema ?? '')}.${quoted(row.name)}`} />
    </Confirm>
  )
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

import type { IndexRow } from '@basalt/contract/database/objects/indexes'
import type { IndexDefinition } from '@basalt/pg-model'

import { Notice } from '../../../../ui/Notice.tsx'
import type { ReadObject } from '../../model/object-kind.ts'

type Props = { object: ReadObject<IndexRow, IndexDefinition>; projectRef: string }

/** Problems of the index, and ways to solve them. */
export function IndexBody({ object: { row } }: Props) {
  return (
    <>
      {!row.is_valid && (
        <Notice tone="bad" title="Queries do not use this index">
          A build or a rebuild of it was interrupted, so it is incomplete. Writes still maintain it:
          rebuild it, or drop it.
        </Notice>
      )}
      {row.duplicate_of !== null && (
        <Notice tone="warn" title={`It is a duplicate of ${row.duplicate_of}`}>
          Both serve the same queries, and each one slows down writes. Drop one of them.
        </Notice>
      )}
      {row.is_unused && row.duplicate_of === null && (
        <Notice tone="info" title="No query has used it since scans are counted">
          Each write maintains it. Before dropping it, consider queries that run rarely, and those
          on replicas, which count their scans themselves.
        </Notice>
      )}
    </>
  )
}

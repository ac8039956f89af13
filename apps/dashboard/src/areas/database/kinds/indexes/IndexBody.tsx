import type { IndexJob } from '@basalt/contract/database/index-jobs'
import type { IndexRow } from '@basalt/contract/database/objects/indexes'
import type { IndexDefinition } from '@basalt/pg-model'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

import { paths } from '../../../../lib/paths.ts'
import { Notice } from '../../../../ui/Notice.tsx'
import type { ReadObject } from '../../model/object-kind.ts'
import { JobList } from './IndexJobs.tsx'
import { useIndexJobs } from './use-index-jobs.ts'

type Props = { object: ReadObject<IndexRow, IndexDefinition>; projectRef: string }

/** Problems of the index, and its jobs. */
export function IndexBody({ object: { row }, projectRef }: Props) {
  const { id, schema, name } = row
  const router = useRouter()
  const followIndex = useCallback(
    (job: IndexJob) => {
      const isOther = job.index_id !== null && job.index_id !== id
      // A rebuilt index has another oid.
      if (isOther && job.schema === schema && job.name === name)
        void router.navigate({
          to: paths.databaseObject(projectRef, 'indexes', job.index_id ?? id),
          replace: true,
        })
    },
    [id, schema, name, projectRef, router],
  )
  const jobs = useIndexJobs(projectRef, followIndex).filter(
    (job) => job.schema === schema && job.name === name,
  )
  return (
    <>
      <JobList jobs={jobs} projectRef={projectRef} />
      {!row.is_valid && jobs.every(({ state }) => state === 'failed') && (
        <Notice tone="bad" title="Queries do not use this index">
          Its build was interrupted, so it is incomplete, but writes may already maintain it.
          Rebuild or drop it.
        </Notice>
      )}
      {row.duplicate_of !== null && (
        <Notice tone="warn" title={`It is a duplicate of ${row.duplicate_of}`}>
          Both serve the same queries, and each one slows down writes. Drop one of them.
        </Notice>
      )}
      {row.is_unused && row.duplicate_of === null && (
        <Notice tone="info" title="No query has used it since statistics collection began">
          Each write maintains it. Before dropping it, consider queries that run rarely, and those
          on replicas, which count their scans themselves.
        </Notice>
      )}
    </>
  )
}

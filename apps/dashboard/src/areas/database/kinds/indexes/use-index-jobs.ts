import { databaseIndexJobs, type IndexJob } from '@basalt/contract/database/index-jobs'
import { databaseIndexes } from '@basalt/contract/database/objects/indexes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { notify } from '../../../../lib/browser/toast.ts'
import { invalidate, query } from '../../../../lib/network/api.ts'
import { getEnd } from './job-text.ts'

const askMs = 1000

const isRunning = (job: IndexJob) => job.ended_at === null

/** Jobs that are under way or have failed; `onEnd` is called for each that ends while it is shown. */
export function useIndexJobs(projectRef: string, onEnd: (job: IndexJob) => void): IndexJob[] {
  const client = useQueryClient()
  const { data = [] } = useQuery({
    ...query(databaseIndexJobs.list, { params: { ref: projectRef } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) === true ? askMs : false),
  })
  const seen = useRef(new Set<string>())
  useEffect(() => {
    for (const job of data) {
      if (isRunning(job)) seen.current.add(job.id)
      else if (seen.current.delete(job.id)) {
        if (job.state !== 'failed') notify.success(getEnd(job))
        onEnd(job)
        void invalidate(client, databaseIndexes.list)
        void invalidate(client, databaseIndexes.read)
      }
    }
  }, [data, client, onEnd])
  return data.filter((job) => isRunning(job) || job.state === 'failed')
}

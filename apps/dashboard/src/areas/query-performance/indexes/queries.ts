import { databaseIndexJobs, type IndexJob } from '@basalt/contract/database/index-jobs'
import { databaseMigrations } from '@basalt/contract/database/migrations'
import { databaseIndexes } from '@basalt/contract/database/objects/indexes'
import {
  indexAdvisor,
  type IndexProof,
  type MissingIndex,
} from '@basalt/contract/query-performance/index-advisor'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { call, invalidate, query } from '../../../lib/network/api.ts'
import { type Span, toText } from '../../../product/time-range/time-range.ts'

const askMs = 1000

/** The server reads the catalog and plans statements for it. */
export const adviceQuery = (ref: string, { from, to }: Span) => ({
  ...query(indexAdvisor.read, {
    params: { ref },
    query: { from: toText(from), to: toText(to) },
  }),
  staleTime: 0,
})

export const isPending = ({ ended_at: end }: { ended_at: string | null }): boolean => end === null

/** The last proof of each index, read again while one is under way. */
export const proofsQuery = (ref: string) => ({
  ...query(indexAdvisor.proofs, { params: { ref } }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: IndexProof[] | undefined } }) =>
    state.data?.some(isPending) === true ? askMs : (false as const),
})

export function useProve(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ schema, table, columns, statements }: MissingIndex) =>
      call(indexAdvisor.prove, {
        params: { ref },
        body: { schema, table, columns, statements: statements.slice(0, 20).map(({ id }) => id) },
      }),
    onSettled: () => invalidate(client, indexAdvisor.proofs),
  })
}

export function useCancelProof(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(indexAdvisor.cancel, { params: { ref, id } }),
    onSettled: () => invalidate(client, indexAdvisor.proofs),
  })
}

/** Builds an index as a job that blocks no writes and records a migration. */
export function useBuild(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ schema, table, name, columns }: MissingIndex) =>
      call(databaseIndexes.apply, {
        params: { ref },
        body: {
          action: 'create',
          design: {
            schema,
            table,
            name,
            comment: null,
            method: 'btree',
            keys: columns.map(({ name: column, descending, nulls }) => ({
              column,
              expression: null,
              collation: null,
              operator_class: null,
              order: descending ? ('descending' as const) : ('ascending' as const),
              // PostgreSQL's own default for the direction.
              nulls: nulls ?? (descending ? 'first' : 'last'),
              statistics: null,
            })),
            include: [],
            where: null,
            is_unique: false,
            nulls_not_distinct: false,
            parameters: [],
            concurrently: true,
          },
        },
      }),
    onSettled: () => invalidate(client, databaseIndexJobs.list),
  })
}

/** Jobs that build indexes; when one ends, the advice and the migrations are read again. */
export function useBuildJobs(ref: string): readonly IndexJob[] {
  const client = useQueryClient()
  const { data = none } = useQuery({
    ...query(databaseIndexJobs.list, { params: { ref } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isPending) === true ? askMs : false),
  })
  const seen = useRef(new Set<string>())
  useEffect(() => {
    for (const job of data) {
      if (isPending(job)) seen.current.add(job.id)
      else if (seen.current.delete(job.id)) {
        if (job.state === 'done') {
          notify.success(`The index ${job.name} was built and recorded as a migration`)
        }
        for (const route of [indexAdvisor.read, databaseMigrations.list, databaseIndexes.list]) {
          void invalidate(client, route)
        }
      }
    }
  }, [data, client])
  return data
}

const none: IndexJob[] = []

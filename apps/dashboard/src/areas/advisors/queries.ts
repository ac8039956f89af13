import { type AdvisorReport, advisors } from '@basalt/contract/advisors/advisors'
import { databaseMigrations } from '@basalt/contract/database/migrations'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call, invalidate, query } from '../../lib/network/api.ts'

/** Runs after changes replace it at any time. */
export const reportQuery = (ref: string) => ({
  ...query(advisors.read, { params: { ref } }),
  staleTime: 5000,
})

/** Replaces the report in the cache by a newer one. */
function useNewReport(ref: string) {
  const client = useQueryClient()
  return async (report: AdvisorReport) => {
    client.setQueryData(reportQuery(ref).queryKey, report)
    await invalidate(client, advisors.summary)
  }
}

export function useRunAdvisors(ref: string) {
  const show = useNewReport(ref)
  return useMutation({
    mutationFn: () => call(advisors.run, { params: { ref } }),
    onSuccess: show,
  })
}

export function useFix(ref: string, onDone: (hasReverse: boolean) => void) {
  const client = useQueryClient()
  const show = useNewReport(ref)
  return useMutation({
    mutationFn: (body: { key: string; sql: string }) =>
      call(advisors.fix, { params: { ref }, body }),
    onSuccess: async ({ report, has_reverse: hasReverse }) => {
      await show(report)
      await invalidate(client, databaseMigrations.list)
      onDone(hasReverse)
    },
  })
}

export function useIgnoreChanges(ref: string) {
  const client = useQueryClient()
  const refresh = async () => {
    await Promise.all([invalidate(client, advisors.read), invalidate(client, advisors.summary)])
  }
  const remove = useMutation({
    mutationFn: (id: string) => call(advisors.unignore, { params: { ref, id } }),
    onSuccess: refresh,
  })
  return { refresh, remove }
}

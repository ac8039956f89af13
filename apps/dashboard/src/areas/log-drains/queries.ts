import { drains, type LogDrain } from '@basalt/contract/logs/drains'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'

/** Rows are sent every second, so counts and errors change while the page is open. */
export const drainsQuery = (ref: string) => ({
  ...query(drains.list, { params: { ref } }),
  staleTime: 0,
  refetchInterval: 3000,
})

export function useEnableDrain(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, is_enabled: isEnabled }: Pick<LogDrain, 'id' | 'is_enabled'>) =>
      call(drains.enable, { params: { ref, id }, body: { is_enabled: isEnabled } }),
    onSuccess: async ({ name, is_enabled: isEnabled }) => {
      notify.success(isEnabled ? `${name} is enabled` : `${name} is disabled`)
      await invalidate(client, drains.list)
    },
    onError: (error) => notify.error(error.message),
  })
}

export function useRemoveDrain(ref: string, onRemoved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: LogDrain) => call(drains.remove, { params: { ref, id } }),
    onSuccess: async (_, { name }) => {
      notify.success(`${name} was removed`)
      onRemoved()
      await invalidate(client, drains.list)
    },
  })
}

export type TestResult = { drain: Pick<LogDrain, 'id' | 'name'>; error: string | null }

/** Sends one row to the receiver of a drain, and returns its error. */
export function useTestDrain(ref: string) {
  return useMutation({
    mutationFn: async (drain: TestResult['drain']): Promise<TestResult> => ({
      drain,
      ...(await call(drains.test, { params: { ref, id: drain.id }, body: {} })),
    }),
  })
}

import { type Integration, integrations } from '@basalt/contract/integrations/integrations'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'
import type { Entry } from './entries.ts'

export const integrationsQuery = (ref: string) => ({
  ...query(integrations.list, { params: { ref } }),
  staleTime: 0,
})

export const integrationQuery = (ref: string, id: Integration['id']) => ({
  ...query(integrations.read, { params: { ref, id } }),
  staleTime: 0,
})

/** Installs or removes an integration. */
export function useInstallation(ref: string, { id, name }: Entry, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: 'install' | 'remove') =>
      action === 'install'
        ? call(integrations.install, { params: { ref, id }, body: {} })
        : call(integrations.remove, { params: { ref, id } }),
    onSuccess: async (_, action) => {
      notify.success(action === 'install' ? `${name} is installed` : `${name} was removed`)
      onDone?.()
      // The pages of each integration show their own installation.
      await client.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[1]).startsWith('/platform/pg-meta/'),
      })
      await invalidate(client, integrations.list)
    },
  })
}

import { vault, type VaultState } from '@basalt/contract/vault/vault'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { saveFile } from '../../lib/browser/save-file.ts'
import { notify } from '../../lib/browser/toast.ts'
import { plural } from '../../lib/format/format.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'

export type Secret = VaultState['secrets'][number]

/** Asks again while a rotation runs. */
export const vaultQuery = (ref: string) => ({
  ...query(vault.list, { params: { ref } }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: VaultState | undefined } }) =>
    (state.data?.unrotated ?? 0) > 0 ? 2000 : (false as const),
})

export const usesQuery = (ref: string, id: string) => query(vault.uses, { params: { ref, id } })

export function useRemoveSecret(ref: string, onRemoved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Secret) => call(vault.remove, { params: { ref, id } }),
    onSuccess: async (_, { name }) => {
      notify.success(`${name ?? 'The secret'} was deleted`)
      onRemoved()
      await invalidate(client, vault.list)
    },
  })
}

/** The text stays in the component that asked for it, and in no cache. */
export function useRevealSecret(ref: string) {
  return useMutation({
    mutationFn: (id: string) => call(vault.reveal, { params: { ref, id }, body: {} }),
    gcTime: 0,
  })
}

/** Read once for each time that its dialog opens. */
export function useAccessStatement(ref: string) {
  return useQuery({
    queryKey: ['vault-access', ref],
    queryFn: () => call(vault.access, { params: { ref }, body: {} }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
}

export function useRotateKey(ref: string, onStarted: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(vault.rotate, { params: { ref }, body: {} }),
    onSuccess: async () => {
      onStarted()
      await invalidate(client, vault.list)
    },
  })
}

export function useExportKeys(ref: string) {
  return useMutation({
    mutationFn: () => call(vault.exportKeys, { params: { ref }, body: {} }),
    gcTime: 0,
    onSuccess: (file) =>
      saveFile(
        `vault-keys-${ref}.json`,
        new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }),
      ),
    onError: (error) => notify.error(error.message),
  })
}

const isKeyFile = (value: unknown): value is Parameters<typeof sendKeys>[1] =>
  typeof value === 'object' && value !== null && 'format' in value && 'keys' in value

const sendKeys = (
  ref: string,
  body: { format: 'basalt-vault-keys'; keys: { id: string; key: string }[] },
) => call(vault.importKeys, { params: { ref }, body })

function parseKeyFile(text: string): Parameters<typeof sendKeys>[1] {
  try {
    const value: unknown = JSON.parse(text)
    if (isKeyFile(value)) return value
  } catch {
    // Answered below.
  }
  throw new Error('This is not a key file of a vault')
}

export function useImportKeys(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File) => sendKeys(ref, parseKeyFile(await file.text())),
    onSuccess: async ({ opened }) => {
      notify.success(`Keys imported: ${plural(opened, 'secret')} can be opened now`)
      await invalidate(client, vault.list)
    },
    onError: (error) => notify.error(error.message),
  })
}

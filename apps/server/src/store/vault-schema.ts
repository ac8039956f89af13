import type { Generated } from 'kysely'

type VaultKeys = {
  project_id: number
  id: string
  sealed_key: string
  is_current: boolean
  is_rotating: Generated<boolean>
  origin: 'created' | 'imported'
  created_at: Generated<Date>
}

/** Tables of the keys of vaults. */
export type VaultTables = { vault_keys: VaultKeys }

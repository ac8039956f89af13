import type { ForeignTarget } from '@basalt/contract/wrappers/wrappers'
import type { ColumnType, Generated } from 'kysely'

type ForeignServers = {
  id: Generated<string>
  project_id: number
  name: string
  extension: string
  target: ColumnType<ForeignTarget, string, string>
  database: string
  username: string
  password_secret: string
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** Tables of wrappers. */
export type WrapperTables = { foreign_servers: ForeignServers }

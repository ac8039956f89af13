import { databaseColumnPrivileges } from '@basalt/contract/database/column-privileges'
import { databaseTables } from '@basalt/contract/database/tables'

import { query } from '../../lib/network/api.ts'

/** SQL may have changed privileges at any time, so they are always refetched. */
const always = { staleTime: 0 }

export const schemasQuery = (ref: string) => query(databaseTables.schemas, { params: { ref } })

/** As many as a list of choices can show; others are found by their name. */
export const tablesQuery = (ref: string, schema: string) => ({
  ...query(databaseTables.list, {
    params: { ref },
    query: { included_schemas: [schema], limit: 500 },
  }),
  ...always,
})

export const rolesQuery = (ref: string) => ({
  ...query(databaseColumnPrivileges.roles, { params: { ref } }),
  ...always,
})

export const privilegesQuery = (place: { ref: string; id: number; role: string }) => ({
  ...query(databaseColumnPrivileges.read, {
    params: { ref: place.ref, id: place.id },
    query: { role: place.role },
  }),
  ...always,
})

import { databasePolicyTests } from '@basalt/contract/database/policy-tests'
import { databaseTables } from '@basalt/contract/database/tables'
import { databaseViewers } from '@basalt/contract/database/viewers'

import { query } from '../../lib/network/api.ts'

/** As many as a list of choices can show; partitions have the policies of their own. */
export const tablesQuery = (ref: string) => ({
  ...query(databaseTables.list, {
    params: { ref },
    query: { kinds: ['table', 'partitioned_table'], limit: 500 },
  }),
  staleTime: 0,
})

export const tableQuery = (ref: string, id: number) => ({
  ...query(databaseTables.detail, { params: { ref, id } }),
  staleTime: 0,
})

export const rolesQuery = (ref: string) => ({
  ...query(databaseViewers.list, { params: { ref } }),
  staleTime: 0,
})

/** They run after each migration, so an answer is soon old. */
export const savedTestsQuery = (ref: string) => ({
  ...query(databasePolicyTests.list, { params: { ref } }),
  staleTime: 0,
})

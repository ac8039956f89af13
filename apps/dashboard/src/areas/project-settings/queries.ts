import { databaseActivity } from '@basalt/contract/database/activity'
import { databaseColumnPrivileges } from '@basalt/contract/database/column-privileges'
import { databaseParameters } from '@basalt/contract/database/parameters'
import { databaseUsage } from '@basalt/contract/database/usage'
import { resourceUsage, type UsageRange } from '@basalt/contract/project/resource-usage'

import { query } from '../../lib/network/api.ts'

/** The database changes by itself, so its state is always read again. */
const always = { staleTime: 0 }
const params = (ref: string) => ({ params: { ref } })

export const slotsQuery = (ref: string) => ({
  ...query(databaseActivity.slots, params(ref)),
  ...always,
})

export const relationsQuery = (ref: string) => ({
  ...query(databaseUsage.relations, params(ref)),
  ...always,
})

export const overviewQuery = (ref: string) => ({
  ...query(databaseUsage.overview, params(ref)),
  ...always,
})

/** A sample is stored each minute. */
export const usageQuery = (ref: string, range: UsageRange) => ({
  ...query(resourceUsage.read, { params: { ref }, query: { range } }),
  ...always,
  refetchInterval: 60_000,
})

export const parametersQuery = (ref: string) => ({
  ...query(databaseParameters.list, params(ref)),
  ...always,
})

export const rolesQuery = (ref: string) => query(databaseColumnPrivileges.roles, params(ref))

import { operatorSupport, support } from '@basalt/contract/support'
import type { QueryClient } from '@tanstack/react-query'

import { invalidate, query } from '../../lib/network/api.ts'

export const requestsQuery = () => query(support.list, {})
export const requestQuery = (id: string) => query(support.get, { params: { id } })
export const operatorRequestQuery = (id: string) => query(operatorSupport.get, { params: { id } })

/** An address with anything else in its place names no page. */
export const isRequestId = (id: string) => support.get.params.safeParse({ id }).success

/** Lists show states and times, which every message changes. */
export async function refreshLists(client: QueryClient): Promise<void> {
  await Promise.all([invalidate(client, support.list), invalidate(client, operatorSupport.list)])
}

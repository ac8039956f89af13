import { operator } from '@basalt/contract/operator'
import { status } from '@basalt/contract/status'
import type { QueryClient } from '@tanstack/react-query'

import { invalidate, query } from '../../lib/network/api.ts'

export const incidentsQuery = () => query(operator.listIncidents, {})
export const noticesQuery = () => query(operator.listNotices, {})

/** After something was written: the list, and the banner at the top of this very page. */
export const refreshIncidents = (client: QueryClient) =>
  Promise.all([invalidate(client, operator.listIncidents), invalidate(client, status.get)])

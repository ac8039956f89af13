import { databaseActivity } from '@basalt/contract/database/activity'

import { query } from '../../lib/network/api.ts'

/** Sessions come and go within seconds. They are read while the page is visible. */
export const sessionsQuery = (ref: string, everyMs = 5000) => ({
  ...query(databaseActivity.sessions, { params: { ref } }),
  staleTime: 0,
  refetchInterval: everyMs,
})

import type { Log } from '../log.ts'
import { deleteOldRuns } from '../store/query-runs.ts'
import type { Store } from '../store/store.ts'
import { every } from './timers.ts'

const minuteMs = 60_000

/** Once a minute, runs of the SQL editor go that are older than what the history keeps. */
export const watchRunHistory = (store: Store, log: Log): (() => Promise<void>) =>
  every(
    minuteMs,
    async () => {
      const invalidated = await deleteOldRuns(store)
      if (invalidated > 0)
        log.info({ forgotten: invalidated }, 'Old runs of the SQL editor were forgotten')
    },
    log,
  )

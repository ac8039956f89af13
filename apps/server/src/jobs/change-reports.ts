import type { ChangeReports } from '../areas/database/change-reports.ts'
import type { Log } from '../log.ts'
import { every } from './timers.ts'

const minuteMs = 60_000

/** Changes of rows that an earlier process could not tell the audit log are told. */
export const watchChangeReports = (reports: ChangeReports, log: Log): (() => Promise<void>) =>
  every(minuteMs, () => reports.takeUp(), log)

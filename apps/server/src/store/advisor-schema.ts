import type { AdvisorFinding, UncheckedRule } from '@basalt/pg-catalog'
import type { ColumnType, Generated } from 'kysely'

type AdvisorRuns = {
  project_id: number
  finished_at: Date | null
  duration_ms: number
  /** JSON texts when they are written. */
  unchecked: ColumnType<UncheckedRule[], string, string>
  truncated: ColumnType<Record<string, number>, string, string>
  failure: string | null
}

type AdvisorFindings = {
  project_id: number
  key: string
  rule: string
  level: AdvisorFinding['level']
  finding: ColumnType<AdvisorFinding, string, string>
  first_seen_at: Date
  last_seen_at: Date
  closed_at: Date | null
  mailed_at: Date | null
}

type AdvisorIgnores = {
  id: Generated<string>
  project_id: number
  rule: string
  key: string | null
  for_everyone: boolean
  user_id: string | null
  reason: string
  until: Date | null
  created_at: Generated<Date>
}

/** Tables of the advisors. */
export type AdvisorTables = {
  advisor_runs: AdvisorRuns
  advisor_findings: AdvisorFindings
  advisor_ignores: AdvisorIgnores
}

import type { AdvisedColumn, ProofResult } from '@basalt/contract/query-performance/index-advisor'
import type { ColumnType, Generated } from 'kysely'

type StatementStates = {
  project_id: number
  version: number
  /** JSON text when it is written. */
  state: ColumnType<unknown, string, string>
}

type Statements = {
  id: Generated<string>
  project_id: number
  query_id: string
  role_name: string
  database_name: string
  is_top_level: boolean
  is_own: boolean
  query: string
  first_seen_at: Date
}

type StatementRounds = {
  project_id: number
  sampled_at: Date
  minutes: Generated<number>
  evictions: string
  is_restart: boolean
}

type StatementSamples = {
  project_id: number
  sampled_at: Date
  statement_id: string
  calls: number
  total_ms: number
  rows: number
  blocks_hit: number
  blocks_read: number
  temp_blocks: number
  wal_bytes: number
}

type IndexProofs = {
  id: Generated<string>
  project_id: number
  key: string
  schema_name: string
  table_name: string
  /** JSON texts when they are written. */
  columns: ColumnType<AdvisedColumn[], string, never>
  statement_ids: string[]
  state: Generated<'waiting' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'>
  phase: 'copying' | 'measuring' | 'building' | 'comparing' | 'writing' | null
  percent: Generated<number>
  attempts: Generated<number>
  result: ColumnType<ProofResult | null, string | null, string | null>
  error: string | null
  created_by: string
  created_at: Generated<Date>
  ended_at: Date | null
}

/** Tables of the statistics of statements. */
export type StatementTables = {
  statement_states: StatementStates
  statements: Statements
  statement_rounds: StatementRounds
  statement_samples: StatementSamples
  index_proofs: IndexProofs
}

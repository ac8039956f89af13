import type { Report } from '@basalt/contract/observability/reports'
import type { HomeBlock } from '@basalt/contract/project/home-blocks'
import type { IndexDefinition } from '@basalt/pg-model'
import type { JobMemory } from '@basalt/pg-schema'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Snippets = {
  id: string
  project_id: number
  user_id: string | null
  name: string
  sql: string
  version: Generated<number>
  updated_at: Generated<Date>
  visibility: Generated<'private' | 'project'>
  folder_id: string | null
  changed_by: string | null
  deleted_at: Date | null
}

type QueryRuns = {
  id: Generated<string>
  project_id: number
  user_id: string | null
  sql: string
  role: string | null
  is_held: boolean
  started_at: Generated<Date>
  duration_ms: number | null
  rows: number | null
  state: 'running' | 'done' | 'failed' | 'cancelled' | 'committed' | 'rolled_back'
  error: string | null
}

type IndexJobs = {
  id: Generated<string>
  project_id: number
  action: 'create' | 'rebuild' | 'drop'
  schema_name: string
  table_name: string
  index_name: string
  index_id: ColumnType<number | null>
  /** JSON texts when they are written. */
  design: ColumnType<IndexDefinition | null, string | null, string | null>
  memory: ColumnType<JobMemory, string | undefined, string>
  state: Generated<'waiting' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'>
  error: string | null
  part: number | null
  parts: number | null
  created_by: string
  created_at: Generated<Date>
  started_at: Date | null
  ended_at: Date | null
}

type HomeBlocks = {
  id: string
  project_id: number
  snippet_id: string
  user_id: string | null
  title: string
  /** JSON text when it is written. */
  look: ColumnType<HomeBlock['look'], string, string>
  refreshed: HomeBlock['refreshed']
  parameter_values: ColumnType<HomeBlock['values'], string, string>
  position: number
  created_at: Generated<Date>
  seen_at: Date
  rested_since: Date | null
  reading_since: Date | null
  tried_at: Date | null
  failure_reason: 'query' | 'database' | null
  failure: string | null
  failures: Generated<number>
  read_at: Date | null
  sealed_rows: string | null
  row_count: number | null
  cut: 'rows' | 'bytes' | null
  duration_ms: number | null
}

type ResourceSamples = {
  project_id: number
  sampled_at: Date
  is_minute: Generated<boolean>
  started_at: Date
  database_reset_at: Date | null
  wal_reset_at: Date | null
  cpu_seconds: number | null
  blocks_hit: string
  blocks_read: string
  commits: string
  rollbacks: string
  deadlocks: string
  temporary_bytes: string
  wal_bytes: string
  memory_bytes: string | null
  connections_active: number
  connections_idle: number
  connections_idle_in_transaction: number
  connection_limit: number
  database_bytes: string
  disk_free_bytes: string | null
}

type SnippetFolders = {
  id: string
  project_id: number
  user_id: string | null
  visibility: 'private' | 'project'
  parent_id: string | null
  name: string
  created_at: Generated<Date>
  deleted_at: Date | null
}

type SnippetFavourites = { snippet_id: string; user_id: string | null }

type SnippetVersions = {
  snippet_id: string
  version: number
  name: string
  sql: string
  size_bytes: number
  user_id: string | null
  saved_at: Date
  kept_at: Generated<Date>
  /** Of the query while this was its text. */
  visibility: Generated<'private' | 'project'>
}

type LogDrains = {
  id: Generated<string>
  project_id: number
  name: string
  config: JSONColumnType<object>
  sealed_secrets: string
  sources: string[]
  is_enabled: Generated<boolean>
  created_at: Generated<Date>
  claimed_until: Date | null
  next_attempt_at: Generated<Date>
  failures: Generated<number>
  last_error: string | null
  last_sent_at: Date | null
  sent_rows: Generated<string>
  dropped_rows: Generated<string>
}

type Reports = {
  id: string
  project_id: number
  user_id: string | null
  name: string
  /** JSON text when it is written. */
  blocks: ColumnType<Report['blocks'], string, string>
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

type LogQueries = {
  id: string
  project_id: number
  user_id: string | null
  name: string
  sql: string
  is_shared: boolean
  updated_at: Generated<Date>
}

/** Tables of saved queries, runs, pinned results, jobs of indexes, resource usage and reports. */
export type QueryTables = {
  query_runs: QueryRuns
  index_jobs: IndexJobs
  log_drains: LogDrains
  log_queries: LogQueries
  home_blocks: HomeBlocks
  reports: Reports
  resource_samples: ResourceSamples
  snippets: Snippets
  snippet_folders: SnippetFolders
  snippet_favourites: SnippetFavourites
  snippet_versions: SnippetVersions
}

import type { PostgresPool, PostgresPoolClient } from 'kysely'

/**
 * Counts writes that may change callers and their rights: those of this process when they are made,
 * those of others when PostgreSQL notifies of them.
 */
export class Writes {
  #count = 0
  #isListening = false

  /** Whether writes of other processes are counted; without that the count proves nothing. */
  get isListening(): boolean {
    return this.#isListening
  }

  listen(isListening: boolean): void {
    this.#isListening = isListening
    // Writes of other processes may have been missed.
    this.note()
  }

  get count(): number {
    return this.#count
  }

  note(): void {
    this.#count += 1
  }
}

/**
 * Tables that are written constantly and do not affect authorization. A write to any other table
 * counts, and has a trigger that notifies other processes (migration 0022).
 */
export const quietTables: readonly string[] = [
  'advisor_findings',
  'advisor_ignores',
  'advisor_runs',
  'alert_deliveries',
  'alert_events',
  'alert_rules',
  'audit_chains',
  'audit_log',
  'egress_counters',
  'foreign_servers',
  'home_blocks',
  'index_jobs',
  'index_proofs',
  'log_drains',
  'log_queries',
  'meter_state',
  'query_runs',
  'reports',
  'resource_samples',
  'shown_notices',
  'snippet_favourites',
  'snippet_versions',
  'snippets',
  'statement_rounds',
  'statement_samples',
  'statement_states',
  'statements',
  'usage_hours',
  'vault_keys',
]

const quiet = new Set(quietTables)

/**
 * The same pool, which counts writes once they are done: after the statement, and after the end of
 * its transaction, when others see it.
 */
export function counting(pool: PostgresPool, writes: Writes): PostgresPool {
  const known = new WeakMap<PostgresPoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const counted = known.get(client) ?? countingClient(client, writes)
      known.set(client, counted)
      return counted
    },
    end: () => pool.end(),
  }
}

type Query = PostgresPoolClient['query']

function countingClient(client: PostgresPoolClient, writes: Writes): PostgresPoolClient {
  const ask = client.query.bind(client) as unknown as (
    query: unknown,
    values?: readonly unknown[],
  ) => Promise<unknown>
  let hasWritten = false
  const query = async (text: unknown, values?: readonly unknown[]) => {
    if (typeof text === 'string' && beginsTransaction.test(text)) hasWritten = false
    const isEnd = typeof text === 'string' && endsTransaction.test(text)
    const counts = isEnd ? hasWritten : typeof text !== 'string' || canDecide(text)
    if (!counts) return ask(text, values)
    hasWritten = !isEnd
    try {
      return await ask(text, values)
    } finally {
      // Also after a failure: the connection may have been lost after the commit.
      writes.note()
    }
  }
  return { query: query as unknown as Query, release: () => client.release() }
}

const beginsTransaction = /^\s*(?:begin|start\s+transaction)\b/iu
const endsTransaction = /^\s*(?:commit|rollback(?!\s+to)|end)\b/iu
const isOrdinary = /^\s*(?:select|with|insert|update|delete|begin|start\s+transaction)\b/iu
/** Row locks, and ON CONFLICT clauses. */
const notWriting = /\bfor\s+(?:no\s+key\s+)?update\b|\bdo\s+update\s+set\b/giu
const verbs = /\b(?:insert|update|delete|merge)\b/giu
const written = /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?(\w+)"?/giu

/** Whether the statement may affect authorization; true when in doubt. */
export function canDecide(text: string): boolean {
  if (!isOrdinary.test(text)) return true
  const rest = text.replaceAll(notWriting, '')
  const targets = [...rest.matchAll(written)]
  const isUnderstood = targets.length === (rest.match(verbs)?.length ?? 0)
  return !isUnderstood || targets.some(([, table = '']) => !quiet.has(table.toLowerCase()))
}

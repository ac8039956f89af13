import type { ProofResult } from '@basalt/contract/query-performance/index-advisor'
import type { DatabaseSession, ProjectDatabase, ProjectEngine, Queryable } from '@basalt/engine'
import { planStatements } from '@basalt/pg-catalog'

import type { Log } from '../../../../process/log.ts'
import type { Store } from '../../../../store/store.ts'
import { hasHypopg } from '../reading/has-hypopg.ts'
import { createIndexSql, nameIndex } from '../reading/index-sql.ts'
import { readIdentity } from '../reading/plan-top.ts'
import { findStatements } from '../reading/statement-store.ts'
import {
  measure,
  type Measured,
  prepareSubject,
  presentMeasured,
  type Subject,
} from './measure-statements.ts'
import { measureWrites } from './measure-writes.ts'
import { ProofFailure } from './proof-failure.ts'
import type { ProofRow, StoredProof } from './proof-store.ts'

type Services = { store: Store; engine: ProjectEngine; log: Log }
type Phase = NonNullable<ProofRow['phase']>

export type ProofRun = {
  proof: StoredProof
  signal: AbortSignal
  onProgress: (phase: Phase, percent: number) => void
}

/** Larger clusters are not copied. */
const maxCopyBytes = 10 * 1024 ** 3
const maxStatements = 5

/**
 * Measures the statements of a proof with and without its index: with hypopg where the database has
 * it, else on a copy of the cluster, which is deleted at the end.
 *
 * @throws EngineError, ProofFailure with a reason fit for a user.
 */
export async function proveIndex(
  { store, engine, log }: Services,
  run: ProofRun,
): Promise<ProofResult> {
  const { proof, signal, onProgress } = run
  const statements = await findStatements(store, proof.project_id, proof.statement_ids)
  if (statements.length === 0) throw new ProofFailure('The statements have no samples any more.')
  const original = await engine.open(proof.ref, 'owner')
  const top = statements.slice(0, maxStatements)
  if (await hasHypopg(original))
    return compare(original, { run, statements: top, method: 'hypopg' })
  const copy = await engine.copy(proof.ref, {
    maxBytes: maxCopyBytes,
    signal,
    onProgress: (done, total) => onProgress('copying', (done / Math.max(1, total)) * 40),
  })
  try {
    signal.throwIfAborted()
    return await compare(copy.db, { run, statements: top, method: 'copy' })
  } finally {
    await copy
      .remove()
      .catch((error: unknown) =>
        log.error({ err: error, ref: proof.ref }, 'A copy was not removed'),
      )
  }
}

type Comparison = {
  run: ProofRun
  statements: Awaited<ReturnType<typeof findStatements>>
  method: ProofResult['method']
}

async function compare(
  db: ProjectDatabase,
  { run, statements, method }: Comparison,
): Promise<ProofResult> {
  const { proof, signal, onProgress } = run
  const isExecuted = method === 'copy'
  onProgress('measuring', 40)
  const table = await readTable(db, proof)
  const subjects = await prepareSubjects(db, statements)
  const session = await db.session()
  const measureAll = async () => {
    const results = new Map<Subject, Measured>()
    for (const subject of subjects) {
      if (subject.failure !== null) continue
      results.set(subject, await measure(session, subject, { isExecuted, signal }))
    }
    return results
  }
  try {
    // A role's own limit would end the build.
    await session.query(`select set_config('statement_timeout', '0', false)`)
    const before = await measureAll()
    onProgress('writing', 60)
    const target = { ...getTarget(proof), columns: proof.columns }
    const writes = isExecuted ? await measureWrites(session, target, signal) : null
    onProgress('building', 75)
    const built = isExecuted ? await build(session, proof, signal) : await suppose(session, proof)
    onProgress('comparing', 90)
    const after = await measureAll()
    return {
      method,
      postgres_version: table.version,
      rows: table.rows,
      index_bytes: built.bytes,
      build_ms: built.ms,
      statements: subjects.map((subject) => {
        const runs = { before: before.get(subject), after: after.get(subject) }
        if (runs.before === undefined || runs.after === undefined) {
          return presentMeasured(subject, null)
        }
        const usesIndex = runs.after.usedIndexes.some((name) => built.names.includes(name))
        return presentMeasured(subject, { before: runs.before, after: runs.after, usesIndex })
      }),
      insert: writes?.insert ?? null,
      update: writes?.update ?? null,
    }
  } finally {
    // Its indexes outlive a released session, as the connection is used again.
    if (method === 'hypopg') await session.query('select hypopg_reset()').catch(() => {})
    await session.release()
  }
}

async function prepareSubjects(
  db: ProjectDatabase,
  statements: Comparison['statements'],
): Promise<Subject[]> {
  const { role, database } = await readIdentity(db)
  const isOwn = (one: (typeof statements)[number]) => one.role === role && one.database === database
  const { plans } = await planStatements(db, statements.filter(isOwn))
  return Promise.all(
    statements.map((one) =>
      prepareSubject(db, one, { planned: plans.get(one.id), isOwn: isOwn(one) }),
    ),
  )
}

async function readTable(
  db: Queryable,
  { schema_name: schema, table_name: table }: StoredProof,
): Promise<{ rows: number; version: string }> {
  const [row] = await db.query<{ rows: number; version: string }>(
    `select greatest(c.reltuples, 0)::float8 as rows,
       current_setting('server_version') as version
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relname = $2`,
    [schema, table],
  )
  if (row === undefined) throw new ProofFailure(`The table ${schema}.${table} does not exist.`)
  return row
}

type Built = { names: string[]; bytes: number | null; ms: number | null }

const getTarget = (proof: StoredProof) => ({ schema: proof.schema_name, table: proof.table_name })

async function build(
  session: DatabaseSession,
  proof: StoredProof,
  signal: AbortSignal,
): Promise<Built> {
  const target = getTarget(proof)
  const [taken] = await session.query<{ names: string[] }>(
    `select array_agg(c.relname::text) as names from pg_class c
     join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1`,
    [target.schema],
  )
  const name = nameIndex(target.table, proof.columns, new Set(taken?.names))
  const began = performance.now()
  await session.query(
    createIndexSql({ ...target, name }, proof.columns, { concurrently: false }),
    [],
    {
      signal,
    },
  )
  const ms = performance.now() - began
  const parts = await session.query<{ name: string; bytes: number }>(
    `select p.relname::text as name, pg_relation_size(p.oid)::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     -- An index of a plain table has no tree.
     cross join lateral (select c.oid union select relid from pg_partition_tree(c.oid)) t (id)
     join pg_class p on p.oid = t.id
     where n.nspname = $1 and c.relname = $2`,
    [target.schema, name],
  )
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  return { names: parts.map((part) => part.name), bytes, ms }
}

/** An index that only the planner of this session knows. */
async function suppose(session: DatabaseSession, proof: StoredProof): Promise<Built> {
  const statement = createIndexSql({ ...getTarget(proof), name: 'supposed' }, proof.columns, {
    concurrently: false,
  })
  const rows = await session.query<{ name: string; bytes: number }>(
    `select indexname::text as name, hypopg_relation_size(indexrelid)::float8 as bytes
     from hypopg_create_index($1)`,
    [statement],
  )
  const [first] = rows
  return { names: rows.map(({ name }) => name), bytes: first?.bytes ?? null, ms: null }
}

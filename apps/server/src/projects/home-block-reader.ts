import { createHash, randomUUID } from 'node:crypto'

import { type DatabaseActor, EngineError, type ProjectEngine } from '@basalt/engine'
import { defaultRules } from '@basalt/pg-catalog'
import type { ReadScript } from '@basalt/pg-grammar'

import type { ScriptReader } from '../grammar/script-reader.ts'
import type { Clock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import type { Vault } from '../secrets/vault.ts'
import { type AuditEvent, recordAudit, systemOrigin } from '../store/audit.ts'
import { findProject, type StoredProject } from '../store/projects.ts'
import { beginRun, endRun } from '../store/query-runs.ts'
import type { Store } from '../store/store.ts'
import { type BlockQuery, blockQuery, readRows, InvalidQuery } from './home-block-query.ts'
import {
  claimBlock,
  keepFailure,
  keepRows,
  listScheduledBlocks,
  type StoredBlock,
} from './home-block-store.ts'
import { isDue } from './home-block-times.ts'
import { ProjectQueue } from './project-queue.ts'

type Services = {
  store: Store
  engine: ProjectEngine
  vault: Vault
  scripts: ScriptReader
  clock: Clock
  log: Log
}

type Audit = (event: AuditEvent) => Promise<void>
/** The user that the run is attributed to, in their history and in the audit log. */
export type Requester = { userId: string | null; audit: Audit }

/** Projects whose blocks are read at the same time. */
const projectsAtOnce = 3

/** Rows of one block cannot be copied into another. */
export const sealedFor = (id: string) => `home block ${id}`

/** Reads the queries of blocks: for each project one at a time, and no block twice at once. */
export class HomeBlockReader {
  readonly #services: Services
  readonly #queue: ProjectQueue
  readonly #pending = new Map<string, Promise<void>>()

  constructor(services: Services) {
    this.#services = services
    this.#queue = new ProjectQueue(services.log)
  }

  /** Resolves when the block has been read or has failed, which is noted with the block. */
  refresh(block: StoredBlock, requester: Requester): Promise<void> {
    return this.#read(block, requester)
  }

  /** Parses the query of a block, as its database reads literals. */
  async readScript(ref: string, sql: string): Promise<ReadScript> {
    const { engine, scripts } = this.#services
    if (!sql.includes('\\')) return scripts.read(sql)
    const rules = engine.open(ref, 'read-only').then((db) => defaultRules(db, sql))
    // An unreachable database is reported when its rows are read.
    return scripts.read(sql, await rules.catch(() => undefined))
  }

  /**
   * Refreshes the due blocks: of each project the first one, so that no project waits for another.
   */
  async readDue(): Promise<void> {
    const { store, clock } = this.#services
    const due = new Map<number, StoredBlock>()
    for (const block of await listScheduledBlocks(store)) {
      if (!due.has(block.project_id) && isDue(block, clock())) due.set(block.project_id, block)
    }
    const waiting = [...due.values()]
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await this.#read(next, null)
      }
    }
    await Promise.all(Array.from({ length: projectsAtOnce }, worker))
  }

  /** `requester` is null for automatic refreshes, once for each time that the block is due. */
  #read(block: StoredBlock, requester: Requester | null): Promise<void> {
    const reading =
      this.#pending.get(block.id) ??
      this.#queue
        .run(block.ref, () => this.#claimed(block, requester))
        .finally(() => this.#pending.delete(block.id))
    this.#pending.set(block.id, reading)
    return reading
  }

  async #claimed(block: StoredBlock, requester: Requester | null): Promise<void> {
    const { store, clock } = this.#services
    const known = requester === null ? { triedAt: block.tried_at } : {}
    if (!(await claimBlock(store, block, { now: clock(), ...known }))) return
    const project = await findProject(store, block.ref)
    if (project === null) return
    try {
      await this.#tried(block, project, requester ?? this.#itself(block, project))
    } catch (error) {
      const isKnown = error instanceof InvalidQuery || error instanceof EngineError
      if (!isKnown)
        this.#services.log.error({ err: error, block: block.id }, 'A pinned result failed')
      await keepFailure(store, block.id, {
        reason: error instanceof InvalidQuery ? 'query' : 'database',
        message: isKnown ? error.message : 'It could not be read. See the server log for details.',
        now: clock(),
      })
    }
  }

  /** Automatic refreshes are attributed to the author of the block. */
  #itself({ user_id: userId, created_by: name }: StoredBlock, project: StoredProject): Requester {
    const place = { organizationId: project.organization_id, projectRef: project.ref }
    const origin = systemOrigin(`Project home, for ${name ?? 'the project'}`)
    return {
      userId,
      audit: (event) => recordAudit(this.#services.store, origin, { ...place, ...event }),
    }
  }

  async #tried(block: StoredBlock, project: StoredProject, requester: Requester): Promise<void> {
    const { store, vault, engine, clock } = this.#services
    const script = await this.readScript(block.ref, block.sql)
    const query = blockQuery(script, block.parameter_values)
    const startedAt = performance.now()
    const { fields, rows, cut } = await this.#noted(
      { block, project, requester, query },
      async () => readRows(await engine.open(block.ref, 'read-only', readerFor(block)), query),
    )
    const durationMs = Math.round((performance.now() - startedAt) * 100) / 100
    const sealed = vault.seal(JSON.stringify({ fields, rows }), sealedFor(block.id))
    const stored = { sealed, count: rows.length, cut }
    await keepRows(store, block.id, { rows: stored, now: clock(), durationMs })
  }

  /** Like every run: log and history are written before it is sent. */
  async #noted<T extends { rows: unknown[] }>(
    { block, project, requester, query }: Noted,
    work: () => Promise<T>,
  ): Promise<T> {
    const { store } = this.#services
    const id = randomUUID()
    const event = runEvent(block, project, query)
    const owner = { projectId: block.project_id, userId: requester.userId }
    await requester.audit(event)
    await beginRun(store, owner, { id, sql: block.sql, role: null, is_held: false })
    const startedAt = performance.now()
    const end = { rows: null, error: null, state: 'done' as const }
    const after = () => ({ ...end, duration_ms: Math.round(performance.now() - startedAt) })
    try {
      const result = await work()
      await endRun(store, id, { ...after(), rows: result.rows.length })
      return result
    } catch (error) {
      const message = error instanceof Error ? error.message.slice(0, 2000) : null
      await endRun(store, id, { ...after(), state: 'failed', error: message })
      await requester.audit({ ...event, outcome: 'failed' })
      throw error
    }
  }
}

/** A block is read with the login of its author, for every viewer. */
const readerFor = ({ user_id: userId, created_by: name }: StoredBlock): DatabaseActor => ({
  id: userId ?? 'owner',
  name: name ?? '',
})

type Noted = { block: StoredBlock; project: StoredProject; requester: Requester; query: BlockQuery }

/** The query's text is logged only where the text of every run is. */
const runEvent = (block: StoredBlock, { auditsSqlText }: StoredProject, { kind }: BlockQuery) => ({
  action: 'sql.run',
  target: { kind: 'home_block', id: block.id, name: block.title },
  after: {
    statements: { [kind]: 1 },
    sha256: createHash('sha256').update(block.sql).digest('hex'),
    put_there_by: block.created_by,
    ...(auditsSqlText && { text: block.sql }),
    written: 'before it ran',
  },
})

import { LogStoreError, type NewLogRow } from '@basalt/logs'

import type { LogService } from '../../../logs/service.ts'
import type { Store } from '../../../store/store.ts'
import {
  listChainEnds,
  listProjectRefs,
  readEntriesAfter,
  runAlone,
  type StoredAuditRow,
} from './audit-entries.ts'
import { toAuditLogRow } from './audit-log-row.ts'

type Services = {
  store: Store
  logs: Pick<LogService, 'append' | 'hasSpace' | 'keptFrom'> & {
    store: Pick<LogService['store'], 'position'>
  }
}

const batchEntries = 500
/** Entries of an organization that change the work of each of its projects. */
const concernsProjects = /^(?:organization|subscription|spend_cap)\./u

/**
 * Copies entries of the audit log into the logs of the projects that they concern. The number of
 * the last copied entry is stored together with the rows, so each is copied once.
 */
export class AuditLogFollower {
  readonly #services: Services
  /** Ends of chains up to which everything was copied. */
  readonly #copied = new Map<string, string>()

  constructor(services: Services) {
    this.#services = services
  }

  /** Copies what is new. While the log store is away, entries wait in the audit log. */
  async round(): Promise<void> {
    const { store, logs } = this.#services
    if (!logs.hasSpace()) return
    const ends = await listChainEnds(store)
    const grown = [...ends].filter(([chain, end]) => this.#copied.get(chain) !== end)
    if (grown.length === 0) return
    try {
      await runAlone(store, async () => {
        for (const [chain, end] of grown) {
          // Each batch waits for the one before it.
          // oxlint-disable-next-line no-await-in-loop
          await this.#copy(chain)
          this.#copied.set(chain, end)
        }
      })
    } catch (error) {
      if (!(error instanceof LogStoreError)) throw error
    }
  }

  async #copy(chain: string): Promise<void> {
    const { store, logs } = this.#services
    const key = `audit_logs/${chain}`
    let after = (await logs.store.position(key)) ?? '0'
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const entries = await readEntriesAfter(store, chain, { after, limit: batchEntries })
      const last = entries.at(-1)
      if (last === undefined) return
      // oxlint-disable-next-line no-await-in-loop
      const rows = await this.#toRows(entries)
      // oxlint-disable-next-line no-await-in-loop
      await logs.append({ rows, position: { key, value: last.number } })
      after = last.number
    }
  }

  async #toRows(entries: readonly StoredAuditRow[]): Promise<NewLogRow[]> {
    const { store, logs } = this.#services
    const rows: NewLogRow[] = []
    for (const entry of entries) {
      // oxlint-disable-next-line no-await-in-loop
      for (const ref of await listRefs(store, entry)) {
        // Older entries, of before this source existed, are only in the audit log.
        // oxlint-disable-next-line no-await-in-loop
        if (entry.at >= (await logs.keptFrom(ref))) rows.push(toAuditLogRow(ref, entry))
      }
    }
    return rows
  }
}

async function listRefs(store: Store, entry: StoredAuditRow): Promise<string[]> {
  const { project_ref: ref, organization_id: organizationId, action } = entry
  if (ref !== null) return [ref]
  if (organizationId === null || !concernsProjects.test(action)) return []
  return listProjectRefs(store, organizationId)
}

import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import {
  type Incident,
  incident,
  type InstallStatus,
  statusComponents,
} from '@basalt/contract/status'
import { z } from 'zod/mini'

import type { Clock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import { type Checked, type Findings, inspectSurroundings, nothingKnown } from './health-checks.ts'
import { listShownIncidents, listShownNotices } from './incident-store.ts'

/** The content of the status page, in memory: reading it needs no query. */
export type StatusMonitor = {
  current(): InstallStatus
  /** Checks everything, and reads the incidents. */
  check(): Promise<void>
  /** Reads the incidents; call it after a change of them. */
  refresh(): Promise<void>
}

type Known = { incidents: Incident[]; notices: string[]; refs: readonly string[] }

const knownSchema = z.object({
  incidents: z.array(incident),
  notices: z.array(z.string()),
  refs: z.array(z.string()),
})

/**
 * Starts with the state of an earlier process, from `status.json` in the data directory, so that
 * incidents are shown while the system database is down.
 */
export function createStatusMonitor(services: Checked & { clock: Clock; log: Log }): StatusMonitor {
  const { store, clock, log, dataDir } = services
  const file = join(dataDir, 'status.json')
  let known = readKnown(file)
  let findings: Findings = nothingKnown
  let checkedAt: Date | null = null
  let saved = ''

  const refresh = async () => {
    const [incidents, notices] = await Promise.all([
      listShownIncidents(store, clock()),
      listShownNotices(store),
    ])
    known = { ...known, incidents, notices }
    await save()
  }
  const save = async () => {
    const text = JSON.stringify(known)
    if (text === saved) return
    await writeFull(file, text)
    saved = text
  }

  return {
    refresh,
    async check() {
      const seen = await inspectSurroundings(services, known.refs)
      findings = seen.findings
      known = { ...known, refs: seen.refs }
      checkedAt = clock()
      if (findings['system-database'].status !== 'operational') return
      await refresh().catch((error: unknown) =>
        log.warn({ err: error }, 'The data of the status page could not be read'),
      )
    },
    current: () => ({
      components: statusComponents.map((component) => ({
        ...component,
        ...withIncidents(findings[component.id], known.incidents, component.id),
      })),
      incidents: known.incidents,
      notices: known.notices,
      checked_at: checkedAt?.toISOString() ?? null,
    }),
  }
}

/**
 * Operators may know faults that the checks do not see: an incident makes its components degraded.
 */
function withIncidents(
  finding: Findings[keyof Findings],
  incidents: readonly Incident[],
  id: string,
): Findings[keyof Findings] {
  if (finding.status !== 'operational') return finding
  const found = incidents.find(
    ({ resolved_at: end, impact, components }) =>
      end === null && impact !== 'none' && components.some((component) => component === id),
  )
  return found === undefined ? finding : { status: 'degraded', detail: found.title }
}

/** A missing or invalid file is ignored. */
function readKnown(file: string): Known {
  try {
    return z.parse(knownSchema, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { incidents: [], notices: [], refs: [] }
  }
}

/** Written atomically: a reader sees the old text or the new one, never a part. */
async function writeFull(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

import { statfs } from 'node:fs/promises'

import type { ComponentStatus, StatusComponentId } from '@basalt/contract/status'
import type { ProjectEngine } from '@basalt/engine'
import { sql } from 'kysely'

import type { Store } from '../store/store.ts'

type Finding = { status: ComponentStatus; detail: string | null }
export type Findings = Readonly<Record<StatusComponentId, Finding>>

/** The checked parts; `freeBytes` and `answersWithinMs` differ in tests only. */
export type Checked = {
  store: Store
  engine: Pick<ProjectEngine, 'state'>
  /** The directory of the databases' files. */
  dataDir: string
  sendsMail: boolean
  freeBytes?: (directory: string) => Promise<number>
  answersWithinMs?: number
}

const fine: Finding = { status: 'operational', detail: null }
const notInspected: Finding = { status: 'unknown', detail: null }

export const nothingKnown: Findings = {
  dashboard: fine,
  'system-database': notInspected,
  'project-databases': notInspected,
  'disk-space': notInspected,
  mail: notInspected,
}

/**
 * Checks everything once and never throws. `refs` are the projects that should run according to the
 * last check, for when the system database does not answer.
 */
export async function inspectSurroundings(
  checked: Checked,
  refs: readonly string[],
): Promise<{ findings: Findings; refs: readonly string[] }> {
  const [projects, disk] = await Promise.all([readProjects(checked), inspectDisk(checked)])
  const away = projects ?? (await getStopped(checked, refs))
  return {
    refs: projects?.refs ?? refs,
    findings: {
      // A served answer proves it.
      dashboard: fine,
      'system-database':
        projects === null
          ? {
              status: 'down',
              detail:
                'The system database does not respond: nobody can sign in or change settings.',
            }
          : fine,
      'project-databases': ofProjects(away),
      'disk-space': disk,
      mail: checked.sendsMail
        ? fine
        : { status: 'not-configured', detail: 'Emails are kept in the outbox of this install.' },
    },
  }
}

type Projects = { refs: readonly string[]; away: number }

/** The projects that should run, and how many do not; null when the database is silent. */
async function readProjects({ store, answersWithinMs = 5000 }: Checked): Promise<Projects | null> {
  const question = sql<{ ref: string; is_away: boolean }>`
    select ref, status = 'ACTIVE_UNHEALTHY' as is_away from projects
    where status in ('ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY')`.execute(store)
  // A late answer is ignored, and must not be an unhandled rejection.
  question.catch(() => undefined)
  try {
    const { rows } = await within(question, answersWithinMs)
    return {
      refs: rows.map(({ ref }) => ref),
      away: rows.filter(({ is_away: isAway }) => isAway).length,
    }
  } catch {
    return null
  }
}

async function getStopped({ engine }: Checked, refs: readonly string[]): Promise<Projects> {
  const states = await Promise.all(refs.map((ref) => engine.state(ref).catch(() => 'absent')))
  return { refs, away: states.filter((state) => state !== 'running').length }
}

function ofProjects({ refs, away }: Projects): Finding {
  if (away === 0) return fine
  return away === refs.length
    ? { status: 'down', detail: 'No project database responds.' }
    : { status: 'degraded', detail: 'Some project databases do not respond.' }
}

const mib = 1024 * 1024
const [littleBytes, noneBytes] = [2048 * mib, 256 * mib]

async function inspectDisk({ dataDir, freeBytes = listFreeBytes }: Checked): Promise<Finding> {
  try {
    const free = await freeBytes(dataDir)
    if (free < noneBytes) return { status: 'down', detail: 'No disk space is left for data.' }
    if (free < littleBytes)
      return { status: 'degraded', detail: 'Little disk space is left for data.' }
    return fine
  } catch {
    return { status: 'unknown', detail: 'The free disk space could not be read.' }
  }
}

async function listFreeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

async function within<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No response in time')), limitMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

import { setTimeout as delay } from 'node:timers/promises'

import type { DatabaseLogEntry } from '@basalt/engine'

import type { LogFiles } from './log-files.ts'
import { startOf } from './log-position.ts'
import { readLogFiles } from './log-reader.ts'
import type { ServerLog } from './server-log.ts'

/** The ends of a server's logs at one time. */
export type LogMark = { stderrBytes: number; position: string }

/** The server writes to stderr until its log collector runs. */
type Logs = { log: ServerLog; logFiles: LogFiles }

const maxBytes = 1024 * 1024
/** The collector writes its last entries just after the server has ended. */
const collectorMs = 200
const pollMs = 40

export async function markLog({ log, logFiles }: Logs): Promise<LogMark> {
  const files = logFiles.list().map(({ name, bytes }) => [name, [bytes, bytes]] as const)
  const position = { ...startOf(logFiles.removed()), files: Object.fromEntries(files) }
  return { stderrBytes: await log.size(), position: JSON.stringify(position) }
}

/** Why the server ended: its last complaint after the mark. */
export async function lastComplaint(
  { log, logFiles }: Logs,
  mark: LogMark,
): Promise<string | undefined> {
  const deadline = Date.now() + collectorMs
  for (;;) {
    const complaint =
      (await lastInFiles(logFiles, mark)) ?? (await log.lastComplaint(mark.stderrBytes))
    if (complaint !== undefined || Date.now() > deadline) return complaint
    await delay(pollMs)
  }
}

async function lastInFiles(files: LogFiles, mark: LogMark): Promise<string | undefined> {
  let { position } = mark
  let complaint: string | undefined
  for (;;) {
    const part = await readLogFiles(files, position, maxBytes)
    complaint = part.entries.findLast(endsServer)?.message ?? complaint
    if (part.entries.length === 0 && part.position === position) return complaint
    position = part.position
  }
}

/** Processes without which the server ends. Of others, such as sessions, a FATAL ends only them. */
const essential = new Set([
  'postmaster',
  'startup',
  'checkpointer',
  'background writer',
  'walwriter',
])

const endsServer = ({ error_severity: severity, backend_type: backend }: DatabaseLogEntry) =>
  severity === 'PANIC' || (severity === 'FATAL' && essential.has(backend ?? 'postmaster'))

import type { AuditEntry } from '../../store/audit-reading.ts'

type Pages = AsyncIterable<AuditEntry[]>
type Write = (text: string) => Promise<void>

const columns = [
  'at',
  'number',
  'outcome',
  'action',
  'actor_kind',
  'actor',
  'project_ref',
  'target_kind',
  'target_id',
  'target_name',
  'before',
  'after',
  'ip_address',
  'user_agent',
  'request_id',
  'hash',
] as const

/** Comma-separated, as RFC 4180 defines it, with a header line. */
export async function csvLines(pages: Pages, write: Write): Promise<void> {
  await write(`${columns.join(',')}\r\n`)
  for await (const page of pages) {
    await write(page.map((entry) => `${listCells(entry).map(csvCell).join(',')}\r\n`).join(''))
  }
}

/** One JSON array. */
export async function jsonLines(pages: Pages, write: Write): Promise<void> {
  let lead = '[\n'
  for await (const page of pages) {
    await write(lead + page.map((entry) => JSON.stringify(entry)).join(',\n'))
    lead = ',\n'
  }
  await write(lead === '[\n' ? '[]\n' : '\n]\n')
}

function listCells(entry: AuditEntry): (string | null)[] {
  const { actor, target } = entry
  return [
    entry.at,
    entry.number,
    entry.outcome,
    entry.action,
    actor.kind,
    actor.name,
    entry.project_ref,
    target.kind,
    target.id,
    target.name,
    entry.before === null ? null : JSON.stringify(entry.before),
    entry.after === null ? null : JSON.stringify(entry.after),
    entry.ip_address,
    entry.user_agent,
    entry.request_id,
    entry.hash,
  ]
}

/** Spreadsheets evaluate a cell that starts like a formula: an apostrophe makes it text. */
export function csvCell(value: string | null): string {
  if (value === null) return ''
  const text =
    /^[=+\-@\t\r\n]/u.test(value.trimStart()) || /^[\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

import type { LogLevel, LogRow } from '@basalt/logs'

/** Severities of RFC 5424, section 6.2.1. */
const severities: Readonly<Record<LogLevel, number>> = {
  debug: 7,
  info: 6,
  warning: 4,
  error: 3,
  fatal: 2,
}
/** Facility local0. */
const facility = 16
/** A private enterprise number reserved for examples. */
const element = 'basalt@32473'

const parameter = (name: string, value: string) =>
  `${name}="${value.replaceAll(/["\\\]]/gu, String.raw`\$&`)}"`

/** One message of RFC 5424 with the octet count of RFC 6587 in front. */
function syslogMessage(ref: string, row: LogRow): string {
  const priority = facility * 8 + severities[row.level]
  const parameters = [
    parameter('id', row.id),
    parameter('source', row.source),
    ...(row.request_id === null ? [] : [parameter('request_id', row.request_id)]),
    ...(row.status === null ? [] : [parameter('status', String(row.status))]),
    ...(row.code === null ? [] : [parameter('code', row.code)]),
  ].join(' ')
  // A byte order mark says that the message is UTF-8.
  const message = `<${priority}>1 ${row.at.toISOString()} ${ref} basalt - ${row.source} [${element} ${parameters}] \u{feff}${row.message}`
  return `${Buffer.byteLength(message)} ${message}`
}

export const syslogMessages = (ref: string, rows: readonly LogRow[]): string =>
  rows.map((row) => syslogMessage(ref, row)).join('')

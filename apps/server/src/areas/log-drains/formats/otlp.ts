import type { LogLevel, LogRow } from '@basalt/logs'

import { type Delivery, type DeliveryRequest, plainRow, withPath } from './drain-format.ts'

/** Numbers of the OpenTelemetry log data model, "Severity Fields". */
const severities: Readonly<Record<LogLevel, number>> = {
  debug: 5,
  info: 9,
  warning: 13,
  error: 17,
  fatal: 21,
}

const nanoseconds = (at: Date) => `${at.getTime()}000000`

type AnyValue =
  | { stringValue: string }
  | { intValue: string }
  | { doubleValue: number }
  | { boolValue: boolean }

function valueOf(value: unknown): AnyValue {
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  }
  return { stringValue: typeof value === 'string' ? value : JSON.stringify(value) }
}

const attributesOf = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : { key, value: valueOf(value) },
  )

function recordOf(ref: string, row: LogRow, now: Date) {
  const { timestamp: _, event_message: message, level, ...attributes } = plainRow(ref, row)
  return {
    timeUnixNano: nanoseconds(row.at),
    observedTimeUnixNano: nanoseconds(now),
    severityNumber: severities[level],
    severityText: level.toUpperCase(),
    body: { stringValue: message },
    attributes: attributesOf(attributes),
  }
}

/** OTLP/HTTP in JSON. */
export const otlpRequest = ({
  destination,
  secrets,
  ref,
  rows,
  now,
}: Delivery<'otlp'>): DeliveryRequest => ({
  method: 'POST',
  url: withPath(destination.url, '/v1/logs'),
  headers: { 'content-type': 'application/json', ...secrets },
  body: JSON.stringify({
    resourceLogs: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'basalt', 'basalt.project': ref }) },
        scopeLogs: [
          { scope: { name: 'basalt' }, logRecords: rows.map((row) => recordOf(ref, row, now)) },
        ],
      },
    ],
  }),
})

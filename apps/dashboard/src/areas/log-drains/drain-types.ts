import type { DrainDestination } from '@basalt/contract/logs/drains'

export type DrainType = DrainDestination['type']

/** A secret with a fixed name; HTTP and OTLP have headers of any name instead. */
export type FixedSecret = { name: string; label: string; isRequired: boolean }

export const drainTypes: readonly { value: DrainType; label: string; note: string }[] = [
  { value: 'http', label: 'HTTP', note: 'POST requests with JSON arrays' },
  { value: 'otlp', label: 'OTLP', note: 'OpenTelemetry over HTTP, in JSON' },
  { value: 'loki', label: 'Loki', note: 'The push API of Grafana Loki' },
  { value: 'datadog', label: 'Datadog', note: 'Its log intake, or a compatible one' },
  { value: 's3', label: 'S3', note: 'Objects of JSON lines in a bucket' },
  { value: 'syslog', label: 'Syslog', note: 'RFC 5424 over TCP' },
]

export const typeLabel = (type: DrainType): string =>
  drainTypes.find(({ value }) => value === type)?.label ?? type

export const secretsOfType: Readonly<Record<DrainType, readonly FixedSecret[]>> = {
  http: [],
  otlp: [],
  loki: [{ name: 'password', label: 'Password', isRequired: false }],
  datadog: [{ name: 'api_key', label: 'API key', isRequired: true }],
  s3: [
    { name: 'access_key_id', label: 'Access key ID', isRequired: true },
    { name: 'secret_access_key', label: 'Secret access key', isRequired: true },
  ],
  syslog: [],
}

export const hasHeaders = (type: DrainType): boolean => type === 'http' || type === 'otlp'

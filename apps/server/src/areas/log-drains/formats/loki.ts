import { type Delivery, type DeliveryRequest, plainRow, withPath } from './drain-format.ts'

/** Streams by project, source and level; Loki refuses labels of many values. */
export function lokiRequest({
  destination,
  secrets,
  ref,
  rows,
}: Delivery<'loki'>): DeliveryRequest {
  const streams = new Map<string, { stream: Record<string, string>; values: [string, string][] }>()
  for (const row of rows) {
    const { source, level } = row
    const key = `${source}/${level}`
    const stream = streams.get(key) ?? {
      stream: { service_name: 'basalt', project: ref, source, level },
      values: [],
    }
    stream.values.push([`${row.at.getTime()}000000`, JSON.stringify(plainRow(ref, row))])
    streams.set(key, stream)
  }
  const { username = '' } = destination
  const { password = '', ...headers } = secrets
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')
  return {
    method: 'POST',
    url: withPath(destination.url, '/loki/api/v1/push'),
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...(password !== '' && { authorization: `Basic ${credentials}` }),
    },
    body: JSON.stringify({ streams: [...streams.values()] }),
  }
}

import { type Delivery, type DeliveryRequest, plainRow } from './drain-format.ts'

/** One object of JSON lines for each batch, named by the first row, so that a retry replaces it. */
export async function s3Request({
  destination,
  secrets,
  ref,
  rows,
}: Delivery<'s3'>): Promise<DeliveryRequest> {
  const { sign } = await import('aws4')
  const [first] = rows
  const { url, region, bucket, prefix = '' } = destination
  const base = new URL(url)
  const at = first?.at.toISOString() ?? ''
  const key = [prefix, ref, at.slice(0, 10), `${at.slice(11, 23)}-${first?.id ?? ''}.ndjson`]
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join('/')
  const path = `${base.pathname.replace(/\/$/u, '')}/${bucket}/${key}`
  const body = rows.map((row) => `${JSON.stringify(plainRow(ref, row))}\n`).join('')
  const { headers = {} } = sign(
    {
      service: 's3',
      region,
      host: base.host,
      method: 'PUT',
      path,
      headers: { 'content-type': 'application/x-ndjson' },
      body,
    },
    {
      accessKeyId: secrets['access_key_id'] ?? '',
      secretAccessKey: secrets['secret_access_key'] ?? '',
    },
  )
  return {
    method: 'PUT',
    url: `${base.origin}${path}`,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    ),
    body,
  }
}

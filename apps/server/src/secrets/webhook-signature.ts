import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new signing secret of Standard Webhooks. */
export const createSigningSecret = (): string => prefix + randomBytes(32).toString('base64')

/** The headers of Standard Webhooks; without a secret there is no signature. */
export function signMessage(
  { id, body, now }: { id: string; body: string; now: Date },
  secret: string | null,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp }
  if (secret === null) return headers
  const key = secret.startsWith(prefix)
    ? Buffer.from(secret.slice(prefix.length), 'base64')
    : Buffer.from(secret)
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { ...headers, 'webhook-signature': `v1,${signature}` }
}

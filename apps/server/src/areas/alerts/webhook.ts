import { createHmac, randomBytes } from 'node:crypto'

import type { OutboundNetwork } from '@basalt/identity'

const prefix = 'whsec_'

export const createSecret = (): string => prefix + randomBytes(24).toString('base64')

type Message = {
  /** The same in each attempt: receivers recognize a repeated one by it. */
  id: string
  url: string
  secret: string
  body: object
  now: Date
}

/** The receiver refused the message; the text is for the user. */
class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

/** Sends a message as Standard Webhooks describes it. */
export async function sendWebhook(
  outside: OutboundNetwork,
  { id, url, secret, body, now }: Message,
): Promise<void> {
  const text = JSON.stringify(body)
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
  const answer = await outside.fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body: text,
  })
  if (!answer.ok) throw new WebhookError(`The receiver answered ${answer.status}`)
}

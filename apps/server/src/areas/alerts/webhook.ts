import type { OutboundNetwork } from '@basalt/identity'

import { signMessage } from '../../secrets/webhook-signature.ts'

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
  const answer = await outside.fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signMessage({ id, body: text, now }, secret),
    },
    body: text,
  })
  if (!answer.ok) throw new WebhookError(`The receiver answered ${answer.status}`)
}

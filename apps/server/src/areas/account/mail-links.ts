import { createMailToken } from '@basalt/identity'

import type { Mailer } from '../../mail/mailer.ts'
import type { Store } from '../../store/store.ts'
import { replaceMailToken } from './mail-token-store.ts'

const hour = 60 * 60 * 1000

const links = {
  'reset-password': {
    lifetimeMs: hour,
    subject: 'Reset your Basalt password',
    text: (url: string) =>
      `Someone asked to reset the password of your Basalt account.\n\nChoose a new one here within an hour:\n${url}\n\nIf this was not you, delete this email. Nothing has changed.`,
  },
  'verify-email': {
    lifetimeMs: 24 * hour,
    subject: 'Confirm your email address',
    text: (url: string) =>
      `Confirm within 24 hours that this address belongs to your Basalt account:\n${url}`,
  },
} as const

/**
 * Emails a link that works once; does nothing when the address is no longer the account's, because
 * the link would give access to the reader of that mailbox.
 */
export async function mailLink(
  services: { store: Store; mailer: Mailer; publicUrl: string },
  purpose: keyof typeof links,
  user: { id: string; email: string },
): Promise<void> {
  const { lifetimeMs, subject, text } = links[purpose]
  const { token, ...stored } = createMailToken(lifetimeMs)
  const isStored = await replaceMailToken(services.store, {
    user,
    purpose,
    ...stored,
  })
  if (!isStored) return
  await services.mailer.send({
    to: user.email,
    subject,
    text: text(`${services.publicUrl}/${purpose}?token=${token}`),
  })
}

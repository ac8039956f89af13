import type { Mail } from '@basalt/contract/utility'

import type { Store } from '../store/store.ts'

/** Stored for reading in the browser; older ones are deleted. */
const stored = 100

export async function insertMail(
  store: Store,
  mail: { to: string; subject: string; text: string },
): Promise<void> {
  await store
    .insertInto('outbox')
    .values({ recipient: mail.to, subject: mail.subject, body: mail.text })
    .execute()
  await store
    .deleteFrom('outbox')
    .where('id', '<=', (query) =>
      query.selectFrom('outbox').select('id').orderBy('id', 'desc').offset(stored).limit(1),
    )
    .execute()
}

/** Newest first. */
export async function listMails(store: Store): Promise<Mail[]> {
  const rows = await store
    .selectFrom('outbox')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(stored)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.body,
    sent_at: row.sent_at.toISOString(),
  }))
}

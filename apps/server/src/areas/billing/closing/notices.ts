import type { Mailer } from '../../../mail/mailer.ts'
import type { Log } from '../../../process/log.ts'
import { listOwnerAddresses } from '../../../store/members.ts'
import type { Store } from '../../../store/store.ts'
import type { StoredSubscription } from '../../../store/subscriptions.ts'

type Notice = {
  subscription: Pick<StoredSubscription, 'organizationId' | 'billingEmail' | 'extraEmails'>
  periodStart: Date
  /** Includes the owners even when there are addresses for bills: it concerns more than billing. */
  includesOwners?: true
  /** Each kind is sent once in a period. */
  kind: string
  at: Date
  subject: string
  text: string
}

/**
 * Emails the billing contacts, once for each kind and period. It is recorded only after the email
 * was sent, so a crash in between sends it again and never loses it.
 */
export async function mailOnce(
  { store, mailer, log }: { store: Store; mailer: Mailer; log: Log },
  { subscription, includesOwners, periodStart, kind, at, subject, text }: Notice,
): Promise<void> {
  const { organizationId } = subscription
  try {
    await store.transaction().execute(async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('billing_notices')
        .values({ organization_id: organizationId, period_start: periodStart, kind, sent_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows === 0n) return
      const to = await recipients(tx, subscription, includesOwners === true)
      await sendToAll(mailer, to, { subject, text })
    })
  } catch (error) {
    log.error({ err: error, organizationId, kind }, 'A billing email could not be sent')
  }
}

/** A failing address does not affect the others; when all fail it is an error. */
async function sendToAll(
  mailer: Mailer,
  addresses: ReadonlySet<string>,
  mail: { subject: string; text: string },
): Promise<void> {
  const sent = await Promise.allSettled([...addresses].map((to) => mailer.send({ to, ...mail })))
  const failed = sent.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected' && sent.every(({ status }) => status === 'rejected')) {
    throw failed.reason
  }
}

/** The billing address and the additional ones; the owners when there is none, or on request. */
async function recipients(
  store: Store,
  { organizationId, billingEmail, extraEmails }: Notice['subscription'],
  includesOwners: boolean,
): Promise<Set<string>> {
  const given = [...(billingEmail === null ? [] : [billingEmail]), ...extraEmails]
  if (given.length > 0 && !includesOwners) return new Set(given)
  return new Set([...given, ...(await listOwnerAddresses(store, organizationId))])
}

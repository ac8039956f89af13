import { contact, operatorSales } from '@basalt/contract/contact'
import { ApiError } from '@basalt/contract/errors'

import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { insertSalesInquiry, listSalesInquiries, markHandled } from './sales-inquiry-store.ts'
import { inBackground } from './send-mails.ts'
import { inquiryMail } from './support-mails.ts'
import type { SupportServices } from './support.ts'

/** The contact form of the Enterprise plan, and the operator's list of inquiries. */
export function salesFeature(services: SupportServices): Endpoint[] {
  const { store, clock } = services
  const limit = createRateLimit({ points: 5, durationSeconds: 60 * 60 })
  return [
    serve(contact.enterprise, async ({ body }, context) => {
      await limit.consume(context.client.address)
      const inquiry = await store.transaction().execute(async (tx) => {
        const stored = await insertSalesInquiry(tx, { ...body, at: clock() })
        await context.audit(tx, {
          action: 'sales_inquiry.created',
          target: { kind: 'sales_inquiry', id: stored.id, name: stored.company },
          after: { email: stored.email },
        })
        return stored
      })
      inBackground(services)(inquiryMail(services, inquiry))
      return { ok: true as const }
    }),
    serve(operatorSales.list, async () => listSalesInquiries(store)),
    serve(operatorSales.handle, async ({ params }, context) =>
      store.transaction().execute(async (tx) => {
        const handled = await markHandled(tx, params.id, clock())
        if (handled === null) throw new ApiError('not_found', 'This inquiry does not exist')
        await context.audit(tx, {
          action: 'sales_inquiry.handled',
          target: { kind: 'sales_inquiry', id: handled.id, name: handled.company },
          after: { handled_at: handled.handled_at },
        })
        return handled
      }),
    ),
  ]
}

import { operatorBilling } from '@basalt/contract/billing/invoices'
import { ApiError } from '@basalt/contract/errors'

import { type Context, getPrincipal } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import {
  creditBalance,
  findInvoice,
  listAllInvoices,
  presentInvoice,
  settleInvoice,
} from '../../store/invoices.ts'
import { readable } from './customers.ts'
import type { BillingFeatureServices } from './services.ts'

/** Operators settle invoices manually where there is no payment provider, and grant credits. */
export function operatorBillingFeature(services: BillingFeatureServices): Endpoint[] {
  const { store, clock } = services
  return [
    serve(operatorBilling.invoices, async ({ query }) => {
      const rows = (await listAllInvoices(store)).map((row) => presentInvoice(row, clock()))
      return rows.filter(({ status }) => query.status === undefined || status === query.status)
    }),
    serve(operatorBilling.markPaid, async ({ params }, context) =>
      settle(services, context, { id: params.id, status: 'paid' }),
    ),
    serve(operatorBilling.void, async ({ params }, context) =>
      settle(services, context, { id: params.id, status: 'void' }),
    ),
    serve(operatorBilling.grantCredit, async ({ body }, context) => {
      await store.transaction().execute(async (tx) => {
        const organization = await tx
          .selectFrom('organizations')
          .select(['id', 'name'])
          .where('slug', '=', body.organization_slug)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst()
        if (organization === undefined) {
          const message = 'No organization has this slug'
          throw new ApiError('invalid_request', message, { fields: { organization_slug: message } })
        }
        if ((await creditBalance(tx, organization.id)) + body.amount_micros < 0) {
          const message = 'The organization does not have enough credits'
          throw new ApiError('invalid_request', message, { fields: { amount_micros: message } })
        }
        await tx
          .insertInto('credit_entries')
          .values({
            organization_id: organization.id,
            amount: String(body.amount_micros),
            reason: body.reason,
            invoice_id: null,
            created_at: clock(),
          })
          .execute()
        await context.audit(tx, {
          action: 'credit.granted',
          organizationId: organization.id,
          target: { kind: 'organization', id: body.organization_slug, name: organization.name },
          after: { amount_micros: body.amount_micros, reason: body.reason },
        })
      })
      return { ok: true as const }
    }),
  ]
}

/** The payment provider is informed first, so that the invoice is not paid twice. */
async function settle(
  { store, clock, payments }: BillingFeatureServices,
  context: Context,
  { id, status }: { id: string; status: 'paid' | 'void' },
) {
  const found = await findInvoice(store, id)
  if (found?.status === 'open' && found.external_id !== null) {
    await readable(payments.withdraw(found.external_id))
  }
  await store.transaction().execute(async (tx) => {
    const invoice = await findInvoice(tx, id)
    if (invoice === null) throw new ApiError('not_found', 'This invoice does not exist')
    const by = getPrincipal(context).email
    if (!(await settleInvoice(tx, id, { status, by, at: clock() }))) {
      // Another operator may have settled it in between.
      const settled = await findInvoice(tx, id)
      throw new ApiError('conflict', `The invoice is already ${settled?.status ?? invoice.status}`)
    }
    await context.audit(tx, {
      action: status === 'paid' ? 'invoice.paid' : 'invoice.voided',
      organizationId: invoice.organization_id,
      target: { kind: 'invoice', id, name: invoice.number },
      before: { status: invoice.status },
      after: { status },
    })
  })
  const settled = await findInvoice(store, id)
  if (settled === null) throw new ApiError('internal', 'The invoice could not be read back')
  return presentInvoice(settled, clock())
}

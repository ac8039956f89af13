import { type Customer, customers } from '@basalt/contract/billing/customer'
import { taxIdType } from '@basalt/contract/billing/tax-id'
import { ApiError } from '@basalt/contract/errors'

import { PaymentError } from '../../billing/payment-provider.ts'
import type { Context } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { findSubscription } from '../../store/subscriptions.ts'
import {
  findBillingEmails,
  findCustomer,
  listCredits,
  saveBillingEmails,
  saveCustomer,
} from './accounts/customer-store.ts'
import { type BillingFeatureServices, getOrganization } from './services.ts'

export function customerFeature(services: BillingFeatureServices): Endpoint[] {
  const { store } = services
  return [
    serve(customers.get, async (_, context) => findCustomer(store, getOrganization(context).id)),
    serve(customers.update, async ({ body }, context) => {
      const { id, slug } = getOrganization(context)
      await store.transaction().execute(async (tx) => {
        const before = await findCustomer(tx, id)
        const after = { ...body, tax_id: typedTaxId(body, before) }
        await saveCustomer(tx, id, after)
        await context.audit(tx, {
          action: 'billing.customer_changed',
          target: { kind: 'organization', id: slug },
          before: { ...before },
          after,
        })
      })
      await describeProvider(services, id)
      return findCustomer(store, id)
    }),
    serve(customers.emails, async (_, context) =>
      findBillingEmails(store, getOrganization(context).id),
    ),
    serve(customers.updateEmails, async ({ body }, context) => {
      const { id, slug } = getOrganization(context)
      await store.transaction().execute(async (tx) => {
        const before = await findBillingEmails(tx, id)
        await saveBillingEmails(tx, id, body)
        await context.audit(tx, {
          action: 'billing.emails_changed',
          target: { kind: 'organization', id: slug },
          before: { ...before },
          after: { ...body },
        })
      })
      await describeProvider(services, id)
      return findBillingEmails(store, id)
    }),
    serve(customers.credits, async (_, context) => listCredits(store, getOrganization(context).id)),
    ...methodFeature(services),
  ]
}

function methodFeature(services: BillingFeatureServices): Endpoint[] {
  const { store, payments, publicUrl } = services
  const audited = (context: Context, action: string, id: string) =>
    store
      .transaction()
      .execute((tx) => context.audit(tx, { action, target: { kind: 'payment_method', id } }))
  return [
    serve(customers.paymentMethods, async (_, context) => {
      const { customerId } = await findSubscription(store, getOrganization(context).id)
      if (customerId === null || !payments.takesCards) return []
      const methods = await readable(payments.methods(customerId))
      return methods.map(({ isDefault, ...method }) => ({ ...method, is_default: isDefault }))
    }),
    serve(customers.addPaymentMethod, async (_, context) => {
      const { id, slug } = getOrganization(context)
      const customerId = await getCustomer(services, id)
      const started = await readable(
        payments.beginMethod(customerId, `${publicUrl}/org/${slug}/billing#payment`),
      )
      await audited(context, 'billing.payment_method_begun', customerId)
      return started
    }),
    serve(customers.setDefaultPaymentMethod, async ({ params }, context) => {
      const customerId = await getCustomer(services, getOrganization(context).id)
      await readable(payments.setDefaultMethod(customerId, params.id))
      await audited(context, 'billing.payment_method_preferred', params.id)
      return { ok: true as const }
    }),
    serve(customers.removePaymentMethod, async ({ params }, context) => {
      const customerId = await getCustomer(services, getOrganization(context).id)
      await readable(payments.removeMethod(customerId, params.id))
      await audited(context, 'billing.payment_method_removed', params.id)
      return { ok: true as const }
    }),
  ]
}

/** The organization's customer at the provider, made when there is none yet. */
export async function getCustomer(
  services: BillingFeatureServices,
  organizationId: number,
): Promise<string> {
  if (!services.payments.takesCards) {
    throw new ApiError(
      'conflict',
      'Card payments are not set up: your administrator settles invoices',
    )
  }
  const customerId = await describeProvider(services, organizationId)
  if (customerId === null)
    throw new ApiError('internal', 'The payment provider did not create a customer')
  return customerId
}

type Saved = Pick<Customer, 'address'> & { tax_id: { value: string } | null }

/** An unchanged tax ID keeps its stored type. */
function typedTaxId({ address, tax_id: tax }: Saved, before: Customer): Customer['tax_id'] {
  if (tax === null) return null
  const known = before.tax_id?.value === tax.value ? before.tax_id.type : null
  return { type: taxIdType(address?.country ?? null) ?? known, value: tax.value }
}

/** Sends the organization's details to the payment provider, and stores the provider's id. */
async function describeProvider(
  { store, payments }: BillingFeatureServices,
  organizationId: number,
): Promise<string | null> {
  const subscription = await findSubscription(store, organizationId)
  const customer = await findCustomer(store, organizationId)
  const { customerId } = await readable(
    payments.saveCustomer({
      organizationId,
      customerId: subscription.customerId,
      name: customer.billing_name ?? subscription.name,
      email: subscription.billingEmail,
      address: customer.address,
      taxId: customer.tax_id,
    }),
  )
  if (customerId !== subscription.customerId) {
    await store
      .updateTable('subscriptions')
      .set({ customer_id: customerId })
      .where('organization_id', '=', organizationId)
      .execute()
  }
  return customerId
}

/** Converts a refusal of the provider into an error for the user. */
export async function readable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof PaymentError) throw new ApiError('conflict', error.message)
    throw error
  }
}

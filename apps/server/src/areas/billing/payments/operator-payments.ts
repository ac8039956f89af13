import { PaymentError, type PaymentProvider } from '../../../billing/payment-provider.ts'

/**
 * Payments are made outside of Basalt; the operator marks invoices as paid. No service is called.
 */
export const operatorPayments = (): PaymentProvider => ({
  name: 'operator',
  takesCards: false,
  saveCustomer: async ({ customerId }) => ({ customerId }),
  setSubscription: async ({ subscriptionId }) => ({ subscriptionId }),
  methods: async () => [],
  beginMethod: async () => {
    throw noCards()
  },
  removeMethod: async () => {
    throw noCards()
  },
  setDefaultMethod: async () => {
    throw noCards()
  },
  collect: async () => ({ externalId: null, payUrl: null }),
  withdraw: async () => undefined,
  readEvent: async () => {
    throw new PaymentError('No payment provider is set up')
  },
})

const noCards = () => new PaymentError('Card payments are not set up')

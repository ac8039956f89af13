import type { ProjectEngine } from '@basalt/engine'

import { mountRawEndpoint } from '../../http/raw-endpoint.ts'
import { type Area, everyMinute } from '../../install/area.ts'
import type { InstallServices } from '../../install/install-services.ts'
import { liftBilling, runBilling } from './billing-job.ts'
import { billingFeature } from './billing.ts'
import { settle } from './spend-cap/spend-state-job.ts'
import { billingMigrations } from './system-migrations.ts'
import { paymentWebhook, paymentWebhookPath } from './webhook.ts'

export const billingArea: Area = {
  name: 'billing',
  migrations: billingMigrations,
  endpoints: (services) => billingFeature(withSettling(services, services.engine)),
  mounts({ http }, services) {
    if (!services.payments.takesCards) return
    const events = {
      path: paymentWebhookPath,
      signatureHeader: 'stripe-signature',
      receive: paymentWebhook(withSettling(services, services.engine)),
    }
    mountRawEndpoint(http, events, services.resources)
  },
  serverJobs(services) {
    if (!services.capabilities.includes('billing')) return []
    const billing = withSettling(services, services.backgroundEngine)
    const run = () => (isMetered(services) ? runBilling(billing) : liftBilling(billing))
    return [{ name: 'billing', pattern: everyMinute, run }]
  },
  schedules(services) {
    const { egress, store } = services
    if (!isMetered(services)) return []
    // Before the billing of the next minute.
    return [{ name: 'egress', pattern: '45 * * * * *', run: () => egress.save(store) }]
  },
  flush: async (services) => {
    if (isMetered(services)) await services.egress.save(services.store)
  },
}

const isMetered = ({ capabilities, disabledFeatures }: InstallServices) =>
  capabilities.includes('billing') && !disabledFeatures.includes('billing:all')

/** The services of billing, which apply another plan or spend cap at once. */
function withSettling(services: InstallServices, engine: ProjectEngine) {
  const billing = { ...services, engine }
  return {
    ...billing,
    settle: (organizationId: number) => settle(billing, organizationId, services.clock()),
  }
}

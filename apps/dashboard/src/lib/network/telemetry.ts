import { telemetry as routes } from '@basalt/contract/telemetry'
import type { Install } from '@basalt/contract/utility'

import { storage } from '../storage/storage.ts'
import { call } from './api.ts'

type TelemetryEvent = {
  event: string
  properties?: Readonly<Record<string, string>>
}

/** Notes how the product is used. */
export type Telemetry = { record(event: TelemetryEvent): Promise<void> }

/**
 * Sends events with their path to this install's own server, when it offers that and the user
 * agreed; otherwise nothing is sent, also not later. Failures are ignored.
 */
export const getTelemetry = ({ capabilities }: Install): Telemetry => ({
  async record({ event, properties }) {
    const consented = consentedServices()
    if (!capabilities.includes('telemetry') || consented.length === 0) return
    const { pathname } = globalThis.location
    const body = { event, pathname, consented, ...(properties !== undefined && { properties }) }
    await call(routes.record, { body }).catch(() => undefined)
  },
})

/** Empty without a decision. */
function consentedServices(): string[] {
  const choice = storage.consent.get() ?? {}
  return Object.keys(choice).filter((id) => choice[id] === true)
}

import { type Install, telemetry as routes } from '@basalt/contract'

import { call } from './api.ts'

type TelemetryEvent = {
  event: string
  properties?: Readonly<Record<string, string>>
}

/** Notes how the product is used. */
export type Telemetry = { record(event: TelemetryEvent): Promise<void> }

/**
 * Sends events with the path they happened on to this install's own server, where it
 * offers that; anywhere else nothing is sent. A failure concerns nobody.
 */
export const telemetryOf = ({ capabilities }: Install): Telemetry => ({
  async record({ event, properties }) {
    if (!capabilities.includes('telemetry')) return
    const { pathname } = globalThis.location
    const body = { event, pathname, ...(properties !== undefined && { properties }) }
    await call(routes.record, { body }).catch(() => undefined)
  },
})

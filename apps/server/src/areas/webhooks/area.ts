import { type Area } from '../../install/area.ts'
import { listRunningRefs } from '../../projects/running-refs.ts'
import { deliveryFeature } from './deliveries.ts'
import { hookControlFeature } from './hook-control.ts'
import { hookFeature } from './hooks.ts'
import { ProjectOutboxes } from './project-outboxes.ts'
import { replayFeature } from './replay.ts'

export const webhooksArea: Area = {
  name: 'webhooks',
  endpoints: (services) => [
    ...hookFeature(services),
    ...hookControlFeature(services),
    // Before the deliveries, whose path has an id in place of `replay`.
    ...replayFeature(services),
    ...deliveryFeature(services),
  ],
  startAnywhere: (services) =>
    services.capabilities.includes('webhooks')
      ? new ProjectOutboxes(services, () => listRunningRefs(services.store)).start()
      : () => undefined,
}

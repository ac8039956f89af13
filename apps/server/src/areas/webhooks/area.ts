import { type Area } from '../../install/area.ts'
import { listRunningRefs } from '../../projects/running-refs.ts'
import { ProjectOutboxes } from './project-outboxes.ts'

export const webhooksArea: Area = {
  name: 'webhooks',
  endpoints: () => [],
  startAnywhere: (services) =>
    services.capabilities.includes('webhooks')
      ? new ProjectOutboxes(services, () => listRunningRefs(services.store)).start()
      : () => undefined,
}

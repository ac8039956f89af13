import type { Area } from '../../install/area.ts'
import { queueAccessFeature } from './queue-access.ts'
import { queueMessageFeature, queueRemovalFeature } from './queue-messages.ts'
import { queueFeature } from './queues.ts'

export const queuesArea: Area = {
  name: 'queues',
  endpoints: (services) => [
    ...queueFeature(services),
    ...queueAccessFeature(services),
    ...queueMessageFeature(services),
    ...queueRemovalFeature(services),
  ],
}

import type { Area } from '../../install/area.ts'
import { attachmentFeature } from './attachments.ts'
import { operatorSupportFeature } from './operator-support.ts'
import { salesFeature } from './sales.ts'
import { supportFeature } from './support.ts'
import { supportMigrations } from './system-migrations.ts'
import { testimonialFeature } from './testimonials.ts'

export const supportArea: Area = {
  name: 'support',
  migrations: supportMigrations,
  endpoints: (services) => [
    ...supportFeature(services),
    ...attachmentFeature(services),
    ...operatorSupportFeature(services),
    ...salesFeature(services),
    ...testimonialFeature(services),
  ],
}

import { openIdConnect } from '@basalt/identity'

import { type Area, everyHour } from '../../install/area.ts'
import { removeOldAudit } from '../../store/audit-retention.ts'
import { auditFeature } from './audit.ts'
import { invitationFeature } from './invitations.ts'
import { joiningFeature } from './joining.ts'
import { memberFeature } from './members.ts'
import { organizationFeature } from './organizations.ts'
import { customRoleFeature } from './roles.ts'
import { organizationSettingsFeature } from './settings.ts'
import { singleSignOnFeature } from './single-sign-on.ts'
import { organizationMigrations } from './system-migrations.ts'

export const organizationArea: Area = {
  name: 'organization',
  migrations: organizationMigrations,
  endpoints: (services) => [
    ...organizationFeature(services),
    ...memberFeature(services),
    ...invitationFeature(services),
    ...joiningFeature(services),
    ...customRoleFeature(services),
    ...organizationSettingsFeature({
      ...services,
      removeProject: (ref) => services.lifecycle.remove(ref),
    }),
    ...singleSignOnFeature({ ...services, openId: openIdConnect(services.outside) }),
    ...auditFeature(services),
  ],
  jobs: ({ store, auditRetention, log }) => [
    {
      name: 'audit-retention',
      pattern: everyHour,
      run: async () => {
        const removed = await removeOldAudit(store, auditRetention)
        if (removed > 0) log.info({ removed }, 'Old entries of the audit log were deleted')
      },
    },
  ],
}

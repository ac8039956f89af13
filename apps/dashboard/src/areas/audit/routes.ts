import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const audit: Area = {
  pages: [
    page(paths.organizationAudit, {
      guard: 'organization',
      load: () => import('./AuditPage.tsx'),
      entries: [
        {
          label: 'Audit log',
          detail: 'Organization',
          section: 'Organization',
          position: 115,
          words: 'logs activity history events',
        },
      ],
    }),
    page(paths.accountAudit, {
      guard: 'account',
      load: () => import('./AccountAuditPage.tsx'),
      entries: [
        {
          label: 'Audit log',
          detail: 'Account',
          section: 'Account',
          position: 133,
          keys: 'g l',
          words: 'logs activity history sign-ins',
        },
      ],
    }),
  ],
}

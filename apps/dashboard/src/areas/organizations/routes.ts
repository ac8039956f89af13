import { Building2 } from 'lucide-react'

import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const organizations: Area = {
  sections: [
    {
      name: 'Organizations',
      icon: Building2,
      keys: 'g o',
      at: [paths.organizations, paths.newOrganization],
    },
  ],
  pages: [
    page(paths.organizations, {
      guard: 'signed-in',
      needs: 'organizations',
      load: () => import('./OrganizationsPage.tsx'),
      entries: [
        {
          label: 'Organizations',
          section: 'Organizations',
          position: 100,
          words: 'teams companies',
        },
      ],
    }),
    page(paths.newOrganization, {
      guard: 'signed-in',
      needs: 'organizations',
      load: () => import('./NewOrganizationPage.tsx'),
    }),
  ],
}

import { Boxes } from 'lucide-react'

import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const organization: Area = {
  sections: [
    {
      name: 'Organization',
      label: 'Projects',
      icon: Boxes,
      keys: 'g p',
      below: paths.organization,
      at: [paths.newProject],
    },
  ],
  pages: [
    page(paths.organization, {
      guard: 'organization',
      load: () => import('./OrganizationPage.tsx'),
      entries: [{ label: 'Projects', section: 'Organization', position: 110, words: 'databases' }],
    }),
  ],
}

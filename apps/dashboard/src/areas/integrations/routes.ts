import { Blocks } from 'lucide-react'

import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const integrations: Area = {
  sections: [{ name: 'Integrations', icon: Blocks, keys: 'g i', below: paths.integrations }],
  pages: [
    page(paths.integrations, {
      guard: 'database',
      load: () => import('./IntegrationsPage.tsx'),
      entries: [
        {
          label: 'All integrations',
          section: 'Integrations',
          position: 67,
          words: 'integrations catalogue cron queues vault webhooks wrappers extensions',
        },
      ],
    }),
    page(paths.integration, {
      guard: 'database',
      load: () => import('./IntegrationPage.tsx'),
    }),
  ],
}

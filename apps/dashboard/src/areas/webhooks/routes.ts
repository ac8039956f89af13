import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const webhooks: Area = {
  pages: [
    page(paths.webhooks, {
      guard: 'database',
      load: () => import('./HooksPage.tsx'),
      entries: [
        {
          label: 'Database Webhooks',
          section: 'Database',
          position: 43.8,
          words: 'webhooks hooks http requests events deliveries receivers dead letters replay',
        },
      ],
    }),
    page(paths.webhook, { guard: 'database', load: () => import('./HookPage.tsx') }),
  ],
}

import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const queues: Area = {
  pages: [
    page(paths.queues, {
      guard: 'database',
      load: () => import('./QueuesPage.tsx'),
      entries: [
        {
          label: 'Queues',
          section: 'Integrations',
          position: 68,
          words: 'pgmq messages queue jobs send read archive',
        },
      ],
    }),
    page(paths.queue, { guard: 'database', load: () => import('./QueuePage.tsx') }),
  ],
}

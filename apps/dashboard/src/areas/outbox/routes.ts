import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const outbox: Area = {
  pages: [
    page(paths.outbox, {
      guard: 'public',
      needs: 'outbox',
      load: () => import('./OutboxPage.tsx'),
      entries: [{ label: 'Outbox', position: 152, words: 'mails emails messages' }],
    }),
  ],
}

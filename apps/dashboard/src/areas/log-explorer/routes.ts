import { ScrollText } from 'lucide-react'

import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const logExplorer: Area = {
  sections: [{ name: 'Logs', icon: ScrollText, keys: 'g e', below: paths.logs }],
  pages: [
    page(paths.logExplorer, {
      guard: 'project',
      load: () => import('./LogExplorerPage.tsx'),
      entries: [
        {
          label: 'Log explorer',
          section: 'Logs',
          position: 72,
          words: 'logs sql query explorer templates',
        },
      ],
    }),
  ],
}

import { ScrollText } from 'lucide-react'

import { logSourceEntries } from '../../lib/log-sources.ts'
import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

const loadPages = () => import('./LogsPage.tsx')

export const logs: Area = {
  sections: [{ name: 'Logs', icon: ScrollText, keys: 'g e', below: paths.logs }],
  pages: [
    page(paths.logs, {
      guard: 'project',
      load: loadPages,
      name: 'LogsPage',
      entries: [
        {
          label: 'All logs',
          section: 'Logs',
          position: 70,
          preview: 'unified-logs',
          words: 'logs unified every source events errors',
        },
      ],
    }),
    page(paths.sourceLogs, {
      guard: 'project',
      load: loadPages,
      name: 'SourcePage',
      entries: logSourceEntries.map(({ name, label, words }, at) => ({
        label,
        section: 'Logs',
        detail: 'Logs',
        position: 71 + at / 100,
        words: `logs ${name} ${words}`,
        href: (ref) => paths.sourceLogs(ref, name),
      })),
    }),
  ],
}

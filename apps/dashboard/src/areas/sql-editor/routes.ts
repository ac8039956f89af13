import { SquareTerminal } from 'lucide-react'

import { paths } from '../../lib/paths.ts'
import { type Area, page, redirectFrom } from '../../lib/routes/area.ts'
import { storage } from '../../lib/storage/storage.ts'

const loadTemplates = () => import('./snippets/TemplatesPage.tsx')

export const sqlEditor: Area = {
  sections: [{ name: 'SQL editor', icon: SquareTerminal, keys: 'g s', below: paths.lastSql }],
  pages: [
    redirectFrom(paths.lastSql, {
      guard: 'database',
      to: ({ ref }) => paths.sql(ref, storage.lastSnippet(ref).get()),
      entries: [
        {
          label: 'SQL editor',
          section: 'SQL editor',
          position: 30,
          words: 'query queries console run snippets',
        },
      ],
    }),
    page(paths.snippet, {
      guard: 'database',
      load: () => import('./SqlPage.tsx'),
    }),
    page(paths.sqlTemplates, {
      guard: 'database',
      load: loadTemplates,
      name: 'TemplatesPage',
      entries: [
        {
          label: 'SQL templates',
          position: 31,
          words: 'policies roles functions triggers reports indexes extensions',
        },
      ],
    }),
    page(paths.sqlExamples, {
      guard: 'database',
      load: loadTemplates,
      name: 'QuickstartsPage',
      entries: [{ label: 'SQL examples', position: 32, words: 'quickstarts schemas samples' }],
    }),
  ],
}

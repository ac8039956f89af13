import { Table2 } from 'lucide-react'

import { paths } from '../../lib/paths.ts'
import { type Area, page, redirectFrom } from '../../lib/routes/area.ts'

const load = () => import('./TablePage.tsx')

export const tableEditor: Area = {
  sections: [{ name: 'Table editor', icon: Table2, keys: 'g t', below: paths.editor }],
  pages: [
    page(paths.editor, {
      guard: 'database',
      load,
      name: 'TablePage',
      entries: [
        {
          label: 'Table editor',
          section: 'Table editor',
          position: 20,
          words: 'tables rows data import csv schemas views rls',
        },
      ],
      inside: [
        page(paths.editor, { guard: 'database', load, name: 'LastTable' }),
        page(paths.newTable, {
          guard: 'database',
          load: () => import('./table-panel/NewTablePage.tsx'),
        }),
        redirectFrom(paths.table, {
          guard: 'database',
          to: ({ ref, id }) => (/^\d+$/u.test(id) ? undefined : paths.editor(ref)),
        }),
      ],
    }),
  ],
}

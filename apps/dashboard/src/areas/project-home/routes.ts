import { Home } from 'lucide-react'

import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const projectHome: Area = {
  sections: [{ name: 'Home', icon: Home, keys: 'g h', at: [paths.project] }],
  pages: [
    page(paths.project, {
      guard: 'project',
      load: () => import('./ProjectHomePage.tsx'),
      entries: [
        {
          label: 'Home',
          section: 'Home',
          position: 10,
          words:
            'project overview settings connection string connect restart pause delete production',
        },
      ],
    }),
  ],
}

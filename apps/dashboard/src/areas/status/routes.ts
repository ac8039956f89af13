import { paths } from '../../lib/paths.ts'
import type { Area } from '../../lib/routes/area.ts'

/** The status page is the server's own: it is there also when the dashboard is not. */
export const status: Area = {
  pages: [],
  links: [
    {
      label: 'Status',
      path: paths.status,
      isPlain: true,
      position: 153,
      words: 'incidents health uptime',
    },
  ],
}

import { type Area, page } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

export const logDrains: Area = {
  pages: [
    // Open also while the database is away: rows of the platform still arrive.
    page(path('/project/{ref}/settings/log-drains'), {
      guard: 'project',
      load: () => import('./LogDrainsPage.tsx'),
      entries: [
        {
          label: 'Log drains',
          section: 'Settings',
          position: 82,
          words: 'export logs http otlp opentelemetry loki grafana datadog s3 syslog',
        },
      ],
    }),
  ],
}

import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const schemaDiagram: Area = {
  pages: [
    page(paths.schemaDiagram, {
      guard: 'database',
      load: () => import('./SchemaDiagramPage.tsx'),
      entries: [
        {
          label: 'Schema diagram',
          section: 'Database',
          position: 39,
          words: 'visualizer erd entity relationship foreign keys mermaid dbml graph',
        },
      ],
    }),
  ],
}

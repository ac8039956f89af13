import type { Migration } from '../../store/migrations.ts'
import readOnlyProjects from './migrations/0013-read-only-projects.sql?raw'
import snippets from './migrations/0015-snippets.sql?raw'
import homeBlocks from './migrations/0018-home-blocks.sql?raw'
import snippetVersionVisibility from './migrations/0021-snippet-version-visibility.sql?raw'
import resourceSamples from './migrations/0025-resource-samples.sql?raw'

/** Tables of the area in the system database; a released entry is never changed or removed. */
export const projectMigrations: readonly Migration[] = [
  { name: '0013-read-only-projects', sql: readOnlyProjects },
  { name: '0015-snippets', sql: snippets },
  { name: '0018-home-blocks', sql: homeBlocks },
  { name: '0021-snippet-version-visibility', sql: snippetVersionVisibility },
  { name: '0025-resource-samples', sql: resourceSamples },
]

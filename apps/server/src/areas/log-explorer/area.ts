import type { Area } from '../../install/area.ts'
import { listExistingRefs } from './existing-refs.ts'
import { explorerFeature } from './explorer.ts'
import logQueries from './migrations/0032-log-queries.sql?raw'
import { savedQueryFeature } from './saved-queries.ts'

export const logExplorerArea: Area = {
  name: 'log-explorer',
  migrations: [{ name: '0032-log-queries', sql: logQueries }],
  endpoints: (services) => [...explorerFeature(services), ...savedQueryFeature(services)],
  jobs: ({ store, logExplorer }) => [
    {
      name: 'log-explorer-roles',
      pattern: '40 3 * * *',
      run: async () => logExplorer?.forget(await listExistingRefs(store)),
    },
  ],
}

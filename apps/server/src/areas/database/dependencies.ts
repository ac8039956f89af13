import { databaseDependencies as routes } from '@basalt/contract/database/dependencies'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine } from '@basalt/engine'
import {
  listDependencies,
  listDependentObjects,
  readDependencyGraph,
  searchObjects,
} from '@basalt/pg-schema'

import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'

/** Lists the objects that an object needs, and those that need it. */
export const dependencyFeature = ({ engine }: { engine: ProjectEngine }): Endpoint[] => [
  serve(routes.search, async ({ query: { search = '' } }, context) =>
    searchObjects(await databaseFor(engine, context), search.trim()),
  ),
  serve(routes.read, async ({ params: { catalog, id } }, context) => {
    const db = await databaseFor(engine, context)
    return db.snapshot(async (tx) => ({
      dependencies: await listDependencies(tx, catalog, id),
      dependents: await listDependentObjects(tx, { catalog }, id),
    }))
  }),
  serve(routes.graph, async ({ params: { catalog, id } }, context) => {
    const graph = await readDependencyGraph(await databaseFor(engine, context), catalog, id)
    if (graph === null) throw new ApiError('not_found', 'This object does not exist any more')
    return graph
  }),
]

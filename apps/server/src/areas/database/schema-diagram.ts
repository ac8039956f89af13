import { databaseSchemaDiagram as routes } from '@basalt/contract/database/schema-diagram'
import type { ProjectEngine } from '@basalt/engine'
import { readDiagram } from '@basalt/pg-catalog'

import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'

/** The tables of a schema and how they refer to each other. */
export const diagramFeature = ({ engine }: { engine: ProjectEngine }): Endpoint[] => [
  serve(routes.read, async ({ query }, context) =>
    readDiagram(await databaseFor(engine, context), query.schema),
  ),
]

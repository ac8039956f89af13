import { ownSchemas } from '@basalt/catalog'
import { databaseCompletion } from '@basalt/contract/database/completion'
import type { ProjectEngine } from '@basalt/engine'
import { readNameCatalog } from '@basalt/pg-catalog'

import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'

export function completionFeature({ engine }: { engine: ProjectEngine }): Endpoint[] {
  return [
    serve(databaseCompletion.read, async ({ query }, context) =>
      readNameCatalog(await databaseFor(engine, context), {
        hidden: ownSchemas,
        known: query.known,
      }),
    ),
  ]
}

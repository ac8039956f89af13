import { databaseSequencePosition } from '@basalt/contract/database/objects/sequences'
import type { ProjectEngine } from '@basalt/engine'
import { findBehind } from '@basalt/pg-schema'

import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'

/** Whether a sequence is behind the numbers of its column. */
export const sequencePositionFeature = ({ engine }: { engine: ProjectEngine }): Endpoint[] => [
  serve(databaseSequencePosition, async ({ params }, context) => ({
    behind: await findBehind(await databaseFor(engine, context), params.id),
  })),
]

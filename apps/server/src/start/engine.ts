import type { ProjectEngine } from '@basalt/engine'
import { embeddedEngine } from '@basalt/engine-embedded'
import { externalEngine } from '@basalt/engine-external'

import { defaultName } from '../areas/project/default-project.ts'
import { readingLimits } from '../limits/resources.ts'
import { embeddedOptions } from './embedded-options.ts'
import type { StartContext } from './start-context.ts'

/** Clusters that Basalt runs, or the one PostgreSQL that the configuration names. */
export function openEngine(context: StartContext): ProjectEngine {
  const { config, resources, undo } = context
  const limits = readingLimits(resources)
  const engine =
    config.projectDatabaseUrl === null
      ? embeddedEngine({ ...embeddedOptions(context), limits })
      : externalEngine({ databases: { [defaultName]: config.projectDatabaseUrl }, limits })
  undo.add(() => engine.shutdown())
  return engine
}

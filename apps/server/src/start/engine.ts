import type { ProjectEngine } from '@basalt/engine'
import { attachedEngine, embeddedEngine } from '@basalt/engine-embedded'
import { externalEngine } from '@basalt/engine-external'

import { defaultName } from '../areas/project/default-project.ts'
import { readingLimits } from '../limits/resources.ts'
import { embeddedOptions } from './embedded-options.ts'
import type { StartContext } from './start-context.ts'

/** Clusters that Basalt runs, or the one PostgreSQL that the configuration names. */
export function openEngine(context: StartContext): ProjectEngine {
  const engine = chooseEngine(context, embeddedEngine)
  context.undo.add(() => engine.shutdown())
  return engine
}

/** The databases of `openEngine` in another process, which this one neither starts nor stops. */
export function attachEngine(context: StartContext): ProjectEngine {
  const engine = chooseEngine(context, attachedEngine)
  context.undo.add(() => engine.disconnect())
  return engine
}

function chooseEngine(context: StartContext, embedded: typeof embeddedEngine): ProjectEngine {
  const { config, resources } = context
  const limits = readingLimits(resources)
  return config.projectDatabaseUrl === null
    ? embedded({ ...embeddedOptions(context), limits })
    : externalEngine({ databases: { [defaultName]: config.projectDatabaseUrl }, limits })
}

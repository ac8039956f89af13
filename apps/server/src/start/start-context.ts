import type { Logger } from 'pino'

import type { Resources } from '../limits/resources.ts'
import type { Undo } from '../process/process-life.ts'
import type { Vault } from '../secrets/vault.ts'
import type { Config } from './config.ts'
import type { ProgramFiles } from './program-files.ts'

/** Everything that the parts of an install are made from. */
export type StartContext = {
  config: Config
  files: ProgramFiles
  logger: Logger
  vault: Vault
  resources: Resources
  /** Stops what was started so far. */
  undo: Undo
}

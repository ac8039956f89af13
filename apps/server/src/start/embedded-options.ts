import type { EmbeddedOptions } from '@basalt/engine-embedded'

import type { StartContext } from './start-context.ts'

type Clusters = Pick<StartContext, 'config' | 'files' | 'vault' | 'logger'>

/** Of every cluster below the data directory, the system cluster included. */
export const embeddedOptions = ({ config, files, vault, logger }: Clusters): EmbeddedOptions => ({
  dataDir: config.dataDir,
  postgresDir: config.postgresDir ?? undefined,
  resolveFrom: files.main,
  secretFor: (label) => vault.derive(label),
  readerStatementMs: config.limits.readerStatementMs,
  log: ({ level, message, ref }) => logger[level]({ ref }, message),
})

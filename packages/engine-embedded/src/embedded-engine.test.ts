import { describeEngine } from '@basalt/engine-testkit'
import { describe } from 'vitest'

import { engineWithProject, installations } from './testing/engine-directory.ts'

for (const { name, postgresDir, missing } of installations) {
  describe.skipIf(missing)(`on ${name}`, () => {
    const features = [
      'create',
      'destroy',
      'pause',
      'restart',
      'password',
      'limits',
      'logs',
      'copy',
      'foreign-servers',
    ] as const
    describeEngine('embedded', features, () => engineWithProject({ postgresDir }))
  })
}

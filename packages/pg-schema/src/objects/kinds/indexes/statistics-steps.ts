import type { IndexDefinition } from '@basalt/pg-model'

import { piece, type Step } from '../../../designs/steps.ts'
import { catalogStep, quoted } from '../../object-steps.ts'

/** The statistics targets of expressions that differ. */
export function statisticsSteps(from: IndexDefinition | null, to: IndexDefinition): Step[] {
  return to.keys.flatMap(({ statistics }, at) =>
    statistics === (from?.keys[at]?.statistics ?? null)
      ? []
      : [
          catalogStep([
            `alter index ${quoted(to)} alter column ${at + 1} set statistics `,
            piece(String(statistics ?? -1), `keys.${at}.statistics`),
          ]),
        ],
  )
}

import { type logFacetFields, logLevelNames } from '@basalt/contract/logs/logs'

import { logSourceLabel } from '../../../lib/log-sources.ts'
import { levels } from './levels.ts'

export type FacetField = (typeof logFacetFields)[number]

export const facetLabels = {
  source: 'Source',
  level: 'Level',
  status: 'Status',
  method: 'Method',
  path: 'Path',
  user: 'User',
  database: 'Database',
  code: 'SQLSTATE',
} as const satisfies Record<FacetField, string>

export function valueLabel(field: FacetField, value: string): string {
  if (field === 'source') return logSourceLabel(value)
  const level = logLevelNames.find((name) => name === value)
  return field === 'level' && level !== undefined ? levels[level].label : value
}

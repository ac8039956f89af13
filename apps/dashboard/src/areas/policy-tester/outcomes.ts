import type { TestedRow } from '@basalt/contract/database/policy-tests'

export const operations = ['select', 'insert', 'update', 'delete'] as const
export type Operation = (typeof operations)[number]

type Label = { label: string; tone: 'good' | 'warn' | 'bad' }

const passing = { select: 'Visible', insert: 'Inserted', update: 'Updated', delete: 'Deleted' }

/** Words for an outcome. A statement does not see a row that its policies hide. */
export const outcomeLabels = (operation: Operation): Record<TestedRow['outcome'], Label> => ({
  passes: { label: passing[operation], tone: 'good' },
  hidden: { label: operation === 'select' ? 'Hidden' : 'Not found', tone: 'warn' },
  refused: { label: 'Refused', tone: 'bad' },
  failed: { label: 'Error', tone: 'bad' },
})

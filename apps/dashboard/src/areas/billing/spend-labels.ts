import type { SpendEffect } from '@basalt/catalog'
import type { SpendLimitStep } from '@basalt/contract/billing/amounts'

import { formatBillingDay } from '../../lib/format/billing-days.ts'

/** The features that stop from that step on. Earlier ones stay stopped. */
const effects: Record<SpendEffect, { title: string; note: string }> = {
  ai: { title: 'AI features stop', note: 'The assistant stops answering questions.' },
  previews: {
    title: 'Preview branches stop',
    note: 'Their changes are kept.',
  },
  jobs: { title: 'Scheduled jobs stop', note: 'Schedules are kept.' },
  read_only: {
    title: 'Databases are read-only',
    note: 'You can read and export data; writes are rejected.',
  },
  pause: { title: 'Projects are paused', note: 'Data, settings and backups are kept.' },
}

export const stepLabels = ({ effect }: Pick<SpendLimitStep, 'effect'>) =>
  effect === null
    ? { title: 'Email and banner', note: 'All features keep working.' }
    : effects[effect]

/** When a step is reached, in words. */
export function stepTime({ is_reached: isReached, expected_at: at }: SpendLimitStep): string {
  if (isReached) return 'Reached'
  return at === null ? 'Not in this period' : `Around ${formatBillingDay(at)}`
}

import type { SpendEffect } from '@basalt/catalog'
import type { SpendLimitStep } from '@basalt/contract'

import { formatBillingDay } from '../../lib/format/billing-days.ts'

/** What stops, from that step on. What stopped before stays stopped. */
const effects: Record<SpendEffect, { title: string; note: string }> = {
  ai: { title: 'AI features stop', note: 'The assistant answers no more questions.' },
  previews: {
    title: 'Preview branches stop',
    note: 'What was tried on them stays as it is.',
  },
  jobs: { title: 'Scheduled jobs stop', note: 'Their schedules stay as they are.' },
  read_only: {
    title: 'Databases are read-only',
    note: 'Reading and exporting go on; writing is refused.',
  },
  pause: { title: 'Projects are paused', note: 'Data, settings and backups stay as they are.' },
}

export const stepLabels = ({ effect }: Pick<SpendLimitStep, 'effect'>) =>
  effect === null ? { title: 'A mail and a banner', note: 'Nothing stops yet.' } : effects[effect]

/** When a step is reached, in words. */
export function stepTime({ is_reached: isReached, expected_at: at }: SpendLimitStep): string {
  if (isReached) return 'Reached'
  return at === null ? 'Not in this period' : `Around ${formatBillingDay(at)}`
}

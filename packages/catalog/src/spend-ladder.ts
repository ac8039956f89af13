/**
 * What happens when an organization's spending in a period nears its cap: it is told,
 * and then loses what can wait, one thing after the other. Nothing is ever deleted.
 */
export const spendLadder = [
  { percent: 75, effect: null },
  { percent: 90, effect: null },
  { percent: 100, effect: 'ai' },
  { percent: 105, effect: 'previews' },
  { percent: 110, effect: 'jobs' },
  { percent: 120, effect: 'read_only' },
  { percent: 150, effect: 'pause' },
] as const satisfies readonly { percent: number; effect: string | null }[]

export type SpendEffect = Exclude<(typeof spendLadder)[number]['effect'], null>

export const spendEffects = [
  'ai',
  'previews',
  'jobs',
  'read_only',
  'pause',
] as const satisfies readonly SpendEffect[]

/** Cap of a period in micro-dollars that an organization starts with; null for none. */
export const defaultSpendCap = {
  free: null,
  pro: 50_000_000,
  team: null,
  enterprise: null,
} as const

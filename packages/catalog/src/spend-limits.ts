/**
 * Effects of an organization's spending as it approaches its cap in a period: notifications first,
 * then deferrable features stop one after the other. Data is never deleted.
 */
export const spendLimits = [
  { percent: 75, effect: null },
  { percent: 90, effect: null },
  { percent: 100, effect: 'ai' },
  { percent: 105, effect: 'previews' },
  { percent: 110, effect: 'jobs' },
  { percent: 120, effect: 'read_only' },
  { percent: 150, effect: 'pause' },
] as const satisfies readonly { percent: number; effect: string | null }[]

export type SpendEffect = Exclude<(typeof spendLimits)[number]['effect'], null>

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

export type SpendStep = { readonly percent: number; readonly effect: SpendEffect | null }

/** The capability that an effect requires; no install runs jobs yet. */
const needs: Partial<Record<SpendEffect, string | null>> = {
  ai: 'assistant',
  previews: 'branching',
  jobs: null,
}

export const isEffectOffered = (effect: SpendEffect, capabilities: readonly string[]): boolean => {
  const needed = needs[effect]
  return needed === undefined || (needed !== null && capabilities.includes(needed))
}

/**
 * The steps that apply in an install. The cap itself is always one: where nothing stops at it, the
 * organization is notified that it was reached.
 */
export const getSpendLimits = (capabilities: readonly string[]): SpendStep[] =>
  spendLimits.flatMap(({ percent, effect }): SpendStep[] => {
    if (effect === null || isEffectOffered(effect, capabilities)) return [{ percent, effect }]
    return percent === 100 ? [{ percent, effect: null }] : []
  })

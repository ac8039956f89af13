import { getSpendLimits, type SpendStep } from '@basalt/catalog'
import type { SpendLimitStep } from '@basalt/contract/billing/amounts'
import type { SpendCap } from '@basalt/contract/billing/billing'

import { centMicros } from '../rating/money.ts'
import type { Spending } from './account.ts'

/** Spending as it grows: in a straight line from now to the forecast at the period's end. */
type SpendForecast = Spending & {
  now: Date
  periodEnd: Date
  /** Capabilities of the install: only those can stop. */
  capabilities: readonly string[]
}

/** The steps of a cap, which of them were reached, and when the next ones will be. */
export function describeCap(spending: SpendForecast): SpendCap {
  const { capMicros, spentMicros, forecastMicros } = spending
  return {
    cap_micros: capMicros,
    spent_micros: spentMicros,
    forecast_micros: forecastMicros,
    steps:
      capMicros === null
        ? []
        : getSpendLimits(spending.capabilities).map((step) =>
            describeStep(step, capMicros, spending),
          ),
  }
}

function describeStep(
  { percent, effect }: SpendStep,
  capMicros: number,
  spending: SpendForecast,
): SpendLimitStep {
  const at = stepMicros(capMicros, percent)
  const isReached = spending.spentMicros >= at
  return {
    percent,
    effect,
    at_micros: at,
    is_reached: isReached,
    expected_at: isReached ? null : expectedAt(at, spending),
  }
}

/** The amount of a step, rounded up to the cent. */
const stepMicros = (capMicros: number, percent: number): number =>
  Math.ceil((capMicros * percent) / 100 / centMicros) * centMicros

function expectedAt(micros: number, spending: SpendForecast): string | null {
  const { spentMicros, forecastMicros, now, periodEnd } = spending
  if (micros > forecastMicros || forecastMicros <= spentMicros) return null
  const share = (micros - spentMicros) / (forecastMicros - spentMicros)
  const at = now.getTime() + share * (periodEnd.getTime() - now.getTime())
  return new Date(Math.round(at)).toISOString()
}

import { spendEffects, usageMetricIds } from '@basalt/catalog'
import { z } from 'zod/mini'

/** Micro-dollars as an integer. */
export const micros = z.int()

export const bySlug = z.object({ slug: z.string().check(z.minLength(1, 'slug is required')) })

export const done = z.object({ ok: z.literal(true) })

export const metricId = z.enum(usageMetricIds)

const line = z.object({
  kind: z.enum(['plan', 'compute', 'compute_credit', 'usage']),
  description: z.string(),
  /** The part of the period, or the included amount. */
  detail: z.nullable(z.string()),
  metric: z.nullable(metricId),
  project_ref: z.nullable(z.string()),
  /** For people: `12.5 GB over`, `320 hours`. */
  quantity: z.nullable(z.string()),
  unit_price: z.nullable(z.string()),
  /** Whole cents; negative for compute credits. */
  amount_micros: micros,
})

export type InvoiceLine = z.infer<typeof line>

export const lines = z.array(line)

/** An amount and its items. */
export const charge = z.object({
  lines,
  subtotal_micros: micros,
  /** Of the organization's credits, used for this. */
  credit_micros: micros,
  total_micros: micros,
})

export type Charge = z.infer<typeof charge>

export const spendLimitStep = z.object({
  percent: z.int(),
  /** The feature that stops at this step; null when the step only notifies. */
  effect: z.nullable(z.enum(spendEffects)),
  at_micros: micros,
  /** Whether spending has reached the step in this period. */
  is_reached: z.boolean(),
  /** When spending reaches it at the current rate; null when not in this period. */
  expected_at: z.nullable(z.string()),
})

export type SpendLimitStep = z.infer<typeof spendLimitStep>

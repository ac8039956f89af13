import type {
  FilterCondition,
  FilterGroup,
  FilterOperator,
  RowView,
  RowViewer,
  SortKey,
} from '@basalt/pg-model'
import { z } from 'zod/mini'

/**
 * Operators of a condition. `is` takes `null`, `not null`, `true`, `false` or `unknown`;
 * `in`, `array_contains`, `array_within` and `array_overlaps` take several values,
 * `between` two, both included; the others take one. `has_key` is of json objects.
 */
const operators = [
  'eq',
  'neq',
  'gt',
  'lt',
  'gte',
  'lte',
  'like',
  'ilike',
  'contains',
  'starts_with',
  'in',
  'is',
  'between',
  'array_contains',
  'array_within',
  'array_overlaps',
  'json_contains',
  'has_key',
] as const satisfies readonly FilterOperator[]

const condition = z.object({
  column: z.string(),
  operator: z.enum(operators),
  /** As PostgreSQL reads the column's type. */
  values: z.array(z.string()).check(z.maxLength(1000, 'Use at most 1,000 values in a list')),
  /** The rows for which the condition does not hold, those without a value among them. */
  not: z.optional(z.boolean()),
}) satisfies z.ZodMiniType<FilterCondition>

/** A list that is too long says so; which of both it was meant to be is nothing to say. */
const tooLong: z.core.$ZodErrorMap<z.core.$ZodIssueInvalidUnion> = ({ errors }) =>
  errors?.flat().find(({ code }) => code === 'too_big')?.message

const group: z.ZodMiniType<FilterGroup> = z.object({
  match: z.enum(['all', 'any']),
  conditions: z
    .array(z.union([condition, z.lazy(() => group)], { error: tooLong }))
    .check(z.maxLength(50, 'Use at most 50 conditions in a group')),
})

const sortKey = z.object({
  column: z.string(),
  descending: z.optional(z.boolean()),
  /** Where rows without a value come; PostgreSQL's own order when left out. */
  nulls: z.optional(z.enum(['first', 'last'])),
}) satisfies z.ZodMiniType<SortKey>

/** Whose eyes rows are seen with; the claims are those of a signed-in user's token. */
export const viewer = z.object({
  role: z.string().check(z.minLength(1, 'Choose a role')),
  claims: z.optional(z.record(z.string(), z.unknown())),
}) satisfies z.ZodMiniType<RowViewer>

/** Which rows are looked at, in which order and with whose eyes. */
export const rowView = z.object({
  filter: z.optional(group),
  /** An SQL expression of one's own, as it stands behind `where`. */
  where: z.optional(z.string().check(z.maxLength(10_000, 'At most 10,000 characters'))),
  sort: z.optional(z.array(sortKey).check(z.maxLength(16, 'At most 16 columns'))),
  /** Rows in which one of the columns contains the text, whatever the case. */
  search: z.optional(z.object({ text: z.string(), columns: z.array(z.string()) })),
  as: z.optional(viewer),
}) satisfies z.ZodMiniType<RowView>

/** A view as one parameter of an address: its JSON text. */
export const rowViewText = z.pipe(
  z.string().check(z.maxLength(60_000, 'This filter is too long')),
  z.pipe(
    z.transform((text: string, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.issues.push({ code: 'custom', message: 'The view is not JSON', input: text })
        return z.NEVER
      }
    }),
    rowView,
  ),
)

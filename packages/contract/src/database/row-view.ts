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
 * `between` two, both included; the others take one. `has_key` is for json objects.
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
  /** In the input format of the column's type. */
  values: z.array(z.string()).check(z.maxLength(1000, 'Use at most 1,000 values in a list')),
  /** The rows for which the condition does not hold, those without a value among them. */
  not: z.optional(z.boolean()),
}) satisfies z.ZodMiniType<FilterCondition>

/** Reports a list that is too long as such, because no alternative of the union is meant. */
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
  /** Where rows with NULL sort; PostgreSQL's default when left out. */
  nulls: z.optional(z.enum(['first', 'last'])),
}) satisfies z.ZodMiniType<SortKey>

/** The impersonated role; the claims are those of a signed-in user's token. */
export const viewer = z.object({
  role: z.string().check(z.minLength(1, 'Choose a role')),
  claims: z.optional(z.record(z.string(), z.unknown())),
}) satisfies z.ZodMiniType<RowViewer>

/** Conditions and order of the rows shown, and the impersonated role. */
export const rowView = z.object({
  filter: z.optional(group),
  /** An SQL expression for the `where` clause. */
  where: z.optional(z.string().check(z.maxLength(10_000, 'At most 10,000 characters'))),
  sort: z.optional(z.array(sortKey).check(z.maxLength(16, 'At most 16 columns'))),
  /** Rows in which one of the columns contains the text, ignoring case. */
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

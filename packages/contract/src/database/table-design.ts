import type {
  ChangedDesign,
  ColumnDefault,
  ColumnDesign,
  ForeignKeyAction,
  ForeignKeyColumns,
  ForeignKeyDesign,
  IndexDesign,
  TableDesign,
  ViewDesign,
} from '@basalt/pg-model'
import { z } from 'zod/mini'

import { identifier } from './identifiers.ts'

const expression = z
  .string()
  .check(z.minLength(1, 'Enter an expression'), z.maxLength(10_000, 'At most 10,000 characters'))

/** The default of a column: a value as text, or SQL that is evaluated for each row. */
const columnDefault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('literal'), value: z.string() }),
  z.object({ kind: z.literal('expression'), sql: expression }),
]) satisfies z.ZodMiniType<ColumnDefault>

const columnDesign = z.object({
  name: identifier,
  /** As `format_type` prints it, or any other spelling that PostgreSQL accepts as a type. */
  data_type: z.string().check(z.minLength(1, 'Choose a type'), z.maxLength(500)),
  is_nullable: z.boolean(),
  default: z.nullable(columnDefault),
  identity: z.nullable(z.enum(['always', 'by default'])),
  /** The expression of a stored generated column. */
  generated: z.nullable(expression),
  /** Whether a unique constraint covers this column alone. */
  is_unique: z.boolean(),
  /** The first check constraint that is about this column alone. */
  check: z.nullable(expression),
  comment: z.nullable(z.string().check(z.maxLength(100_000))),
}) satisfies z.ZodMiniType<ColumnDesign>

/** A condition on rows, in the names that columns are to have, and the columns that are shown. */
export const rowRule = z.object({
  check: expression,
  shown: z
    .array(z.object({ was: identifier, name: identifier }))
    .check(z.minLength(1, 'Choose a column'), z.maxLength(1600)),
})

export const foreignKeyActions = [
  'no action',
  'cascade',
  'restrict',
  'set default',
  'set null',
] as const satisfies readonly ForeignKeyAction[]

const columnNames = z.array(identifier).check(z.maxLength(32, 'At most 32 columns'))

const foreignKeyTarget = z.object({
  schema: identifier,
  table: identifier,
  columns: columnNames.check(z.minLength(1, 'Choose a column')),
})

export const foreignKeyColumns = z.object({
  columns: columnNames.check(z.minLength(1, 'Choose a column')),
  references: foreignKeyTarget,
}) satisfies z.ZodMiniType<ForeignKeyColumns>

const foreignKeyDesign = z.extend(foreignKeyColumns, {
  /** Names an existing constraint when there is one of that name; null lets PostgreSQL name it. */
  name: z.nullable(identifier),
  on_update: z.enum(foreignKeyActions),
  on_delete: z.enum(foreignKeyActions),
  /** Whether existing rows are known to satisfy it. */
  is_valid: z.boolean(),
}) satisfies z.ZodMiniType<ForeignKeyDesign>

const parts = {
  schema: identifier,
  name: identifier,
  comment: z.nullable(z.string().check(z.maxLength(100_000))),
  rls_enabled: z.boolean(),
  /** Whether its changes are published to `realtimePublication`. */
  is_realtime: z.boolean(),
  primary_key: columnNames,
  foreign_keys: z.array(foreignKeyDesign).check(z.maxLength(100)),
}

/** The design of a table, as far as it can be edited here. */
export const tableDesign = z.object({
  ...parts,
  columns: z.array(columnDesign).check(z.maxLength(1600, 'At most 1,600 columns')),
}) satisfies z.ZodMiniType<TableDesign>

/** A design that an existing table is to get. Columns that it does not name any more go. */
export const changedDesign = z.object({
  ...parts,
  columns: z
    .array(
      z.extend(columnDesign, {
        /** The current name of the column; null for a new one. */
        was: z.nullable(identifier),
        /** The USING expression, where PostgreSQL has no conversion to the new type. */
        using: z.nullable(expression),
      }),
    )
    .check(z.maxLength(1600, 'At most 1,600 columns')),
}) satisfies z.ZodMiniType<ChangedDesign>

export const viewDesign = z.object({
  schema: identifier,
  name: identifier,
  comment: z.nullable(z.string().check(z.maxLength(100_000))),
  /** The query after `as`. */
  definition: z.string().check(z.minLength(1, 'Enter a query'), z.maxLength(1_000_000)),
}) satisfies z.ZodMiniType<ViewDesign>

const indexMethods = [
  'btree',
  'hash',
  'gin',
  'gist',
  'brin',
] as const satisfies readonly IndexDesign['method'][]

export const indexDesign = z.object({
  /** PostgreSQL names it when left out. */
  name: z.optional(identifier),
  method: z._default(z.enum(indexMethods), 'btree'),
  is_unique: z._default(z.boolean(), false),
  columns: z
    .array(
      z.object({
        name: identifier,
        descending: z.optional(z.boolean()),
        nulls: z.optional(z.enum(['first', 'last'])),
        /** For example `gin_trgm_ops`. */
        operator_class: z.optional(identifier),
      }),
    )
    .check(z.minLength(1, 'Choose a column'), z.maxLength(32, 'At most 32 columns')),
  /** Does not block writers; it takes about twice as long and cannot be rolled back. */
  concurrently: z._default(z.boolean(), true),
}) satisfies z.ZodMiniType<IndexDesign>

import { z } from 'zod/mini'

import { defineRoute } from '../../route.ts'
import { changeStatement } from '../change-statements.ts'
import { relatedObject } from '../related-objects.ts'

const byRef = z.object({ ref: z.string() })
/** `id` is the oid of the object. */
const byId = z.object({ ref: z.string(), id: z.coerce.number() })

/** Fields of a design that the role of the connection cannot set, each with the reason. */
const restrictions = z.record(z.string(), z.string())

/** The columns that the list of every kind has. */
export const objectRow = z.object({
  id: z.int(),
  /** Null for kinds outside schemas, such as roles. */
  schema: z.nullable(z.string()),
  name: z.string(),
  owner: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  /** Why it cannot be changed here; null when it can. */
  locked: z.nullable(z.string()),
  /** Why it cannot be dropped alone; null when it can. */
  kept: z.nullable(z.string()),
})

export type ObjectRow = z.infer<typeof objectRow>

export type RelatedObject = z.infer<typeof relatedObject>

export const comment = z.nullable(z.string().check(z.maxLength(100_000)))

type Parts<
  Kind extends string,
  Row extends z.ZodMiniType,
  Design extends z.ZodMiniType,
  Sort extends string,
> = {
  /** In the plural, as in its path. */
  kind: Kind
  row: Row
  design: Design
  /** Columns of the list that it can be sorted by, besides `name` and `schema`. */
  sorts: readonly Sort[]
}

const listing = (sorts: readonly string[]) =>
  z.object({
    search: z.optional(z.string()),
    /** Objects of this schema only; without it those of all schemas but PostgreSQL's own. */
    schema: z.optional(z.string()),
    /** By name without it. */
    sort: z.optional(z.enum(['name', 'schema', ...sorts])),
    direction: z._default(z.enum(['ascending', 'descending']), 'ascending'),
    /** `next` of the page before. */
    after: z.optional(z.string()),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  })

const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    rows: z.array(row),
    total: z.int(),
    /** Null on the last page. */
    next: z.nullable(z.string()),
    /** Why no object of the kind can be created here; null when they can. */
    obstacle: z.nullable(z.string()),
    restrictions,
    /** On the first page: other objects that need attention. */
    notices: z.array(z.object({ title: z.string(), objects: z.array(relatedObject) })),
  })

const changeOf = <Design extends z.ZodMiniType>(design: Design) =>
  z.discriminatedUnion('action', [
    z.object({
      action: z.literal('create'),
      design,
      /** The object that it is a copy of: it gets its grants, and none by default privileges. */
      copy_of: z.optional(z.int()),
    }),
    z.object({
      action: z.literal('alter'),
      id: z.int(),
      /** Of the design that the change was made from: 409 `conflict` when it is another by now. */
      version: z.string(),
      design,
    }),
    z.object({
      action: z.literal('drop'),
      id: z.int(),
      cascade: z.boolean(),
      /** As a job that blocks nothing, for kinds that have one; never with `cascade`. */
      concurrently: z.optional(z.boolean()),
      /**
       * The role that gets the objects of a dropped role, by default that of the connection; null
       * drops them with it.
       */
      new_owner: z.optional(z.nullable(z.string())),
    }),
  ])

const objectOf = <Row extends z.ZodMiniType, Design extends z.ZodMiniType>(
  row: Row,
  design: Design,
) =>
  z.object({
    row,
    design,
    restrictions,
    /** Changes whenever the design does. */
    version: z.string(),
    /** Statements that create it again. */
    sql: z.string(),
    /** Objects that would be dropped with it. */
    dependents: z.array(relatedObject),
    /** Objects that it needs. */
    dependencies: z.array(relatedObject),
  })

const applied = z.object({
  id: z.nullable(z.int()),
  /** The change goes on as this job; the id is null until then. */
  job: z.optional(z.string()),
})

/**
 * The routes of one kind of database object. Every kind has the same ones, so one page and one
 * handler serve all of them.
 */
export function objectRoutes<
  const Kind extends string,
  Row extends z.ZodMiniType,
  Design extends z.ZodMiniType,
  const Sort extends string = never,
>({ kind, row, design, sorts }: Parts<Kind, Row, Design, Sort>) {
  const path = `/platform/pg-meta/{ref}/objects/${kind}` as const
  const permission = { action: 'tenant:Sql:Admin:Read', resource: kind }
  const opensData = 'unless-restricted'
  const body = changeOf(design)
  return {
    /** One page in the order of `sort`, by key, with the count of all that match. */
    list: defineRoute({
      method: 'GET',
      path,
      params: byRef,
      query: listing(sorts),
      response: pageOf(row),
      permission,
      opensData,
    }),
    read: defineRoute({
      method: 'GET',
      path: `${path}/{id}`,
      params: byId,
      response: objectOf(row, design),
      permission,
      opensData,
    }),
    /** The SQL of a change. Changes nothing. */
    preview: defineRoute({
      method: 'POST',
      path: `${path}/preview`,
      params: byRef,
      body,
      response: z.object({
        statements: z.array(changeStatement),
        /** Effects that the author may not expect. */
        warnings: z.array(z.string()),
        /** A refusal of PostgreSQL, at an offset in the text of a field. */
        fault: z.optional(z.object({ field: z.string(), message: z.string(), position: z.int() })),
        /** `apply` begins a job. */
        is_job: z.optional(z.boolean()),
      }),
      permission,
      takesLong: true,
      opensData,
      isRead: true,
    }),
    /**
     * Runs in one transaction that waits 5 s for its locks at most. Statements that PostgreSQL
     * refuses in transactions run after it. 409 `conflict` names the holders of a lock, or the
     * objects that would be dropped with it. The id is the present one, null after `drop`.
     */
    apply: defineRoute({
      method: 'POST',
      path,
      params: byRef,
      body,
      hasForm: true,
      response: applied,
      permission: { action: 'tenant:Sql:Admin:Write', resource: kind },
      takesLong: true,
      opensData,
    }),
  }
}

import type { ProjectDatabase, Queryable } from '@basalt/engine'

import type { Fragment, Step } from '../designs/steps.ts'

export type Related = { catalog: string; id: number; type: string; description: string }

export type DropOptions = {
  cascade: boolean
  /** Without blocking reads and writes, where PostgreSQL can. */
  concurrently?: boolean | undefined
  /** The role that gets the objects of a dropped role; null drops them with it. */
  new_owner?: string | null | undefined
}

export type ObjectChange<Design> =
  | {
      action: 'create'
      design: Design
      /** The oid of the object that it is a copy of: it gets its grants. */
      copy_of?: number | undefined
    }
  | { action: 'alter'; id: number; version: string; design: Design }
  | ({ action: 'drop'; id: number } & DropOptions)

export type ObjectDesign = { name: string; comment: string | null }

/**
 * A kind of database object: how its objects are listed, read and changed. The generic parts are
 * in the other modules of this folder: paging, rights, related objects, comments, owners.
 */
export type ObjectKind<Design extends ObjectDesign> = ObjectSource & {
  /** Statements that create the object, its comment and owner included. */
  create: (design: Design, db: Queryable) => Step[] | Promise<Step[]>
  /** Statements that create it in another database, where they differ from `create`. */
  define?: (design: Design) => Step[]
  /** Statements that change an object from one design to another; nothing else. */
  alter: (from: Design, to: Design, db: Queryable) => Step[] | Promise<Step[]>
  /**
   * Statements that give an object the grants that the first one has now: a copy of it, or the same
   * one that is created again. Kinds without privileges have none.
   */
  grants?: (from: Design, to: Design, db: Queryable) => Promise<Step[]>
  /**
   * Statements that give an object that is created again what its design leaves out besides grants:
   * comments of its parts, objects that belong to it. They are read while the object is there.
   */
  attached?: (design: Design, db: Queryable) => Step[] | Promise<Step[]>
  /** Statements for the part that no definition has: the number of a sequence. */
  contents?: (design: Design, db: Queryable) => Promise<Step[]>
  /** The statement that drops it. */
  drop: (design: Design, options: DropOptions) => Step[]
  /**
   * Statements by which PostgreSQL reads the expressions of a design while it is edited, in a
   * transaction that is rolled back: errors are shown at their place. They hold up no session.
   */
  checks?: (design: Design) => Fragment[]
  /** The statements of a change touch rows of the catalog only, so they are tried in the same way. */
  triesSteps?: true
  /** Whether a change runs as a job, after the request has ended. */
  runsAsJob?: (change: ObjectChange<Design>) => boolean
  /** Effects of a change that its author may not expect; shown before it runs. */
  warn?: (db: ProjectDatabase, from: Design | null, to: Design | null) => Promise<string[]>
}

/** How the objects of a kind are found and read. */
export type ObjectSource = {
  /** In the plural, as in its path: `sequences`. */
  kind: string
  /** One of them in a sentence: `sequence`. */
  noun: string
  /** The catalog with its oid, for example `pg_class`. */
  catalog: string
  list: {
    /**
     * A query of all objects with the columns `id`, `schema`, `name`, `owner` (an oid or null), and
     * the columns that the list sorts by. It runs over every object, so it calls nothing expensive.
     * A left join by a unique key costs nothing where its columns are not asked for.
     */
    all: string
    /**
     * Further columns of the rows on one page: `select` items over `page`, and the joins they need.
     * The column `comment` is added to every kind.
     */
    detail: { columns: string; joins?: string }
    /** SQL of the comment, of objects that all databases share. */
    comment?: string
    /** SQL over `x`, a row of `all`, of sort columns that take long for every object. */
    computedSorts?: Readonly<Record<string, string>>
    /** SQL types of the sort columns that are not `text`. */
    sortTypes?: Readonly<Record<string, string>>
    /** SQL of why no object of the kind can be created; null when they can. */
    obstacle?: string
    /** Fields of a design that PostgreSQL lets only superusers set. */
    superuserFields?: readonly string[]
    /**
     * A query of other objects that need attention, in the schema $2 or in all: `title`, the name of
     * the `relation`, and its oid `id`. Only the first ones of each title are shown.
     */
    notices?: string
    /** SQL over `page` of a further reason why an object cannot be changed; null when there is none. */
    locked?: string
    /** SQL over `page` of why an object cannot be dropped alone; null when it can. */
    kept?: string
  }
  /** Objects that keep it from being dropped, where pg_depend does not say so. */
  listDependents?: (db: Queryable, id: number) => Promise<Related[]>
  /** The design of the object with the oid $1, as the one column `design` of type json. */
  design: string
}

/** A kind with its design left out, for modules that handle every kind. */
export type AnyKind = ObjectKind<ObjectDesign>

/** The statements that give an object that is created again all that its design leaves out. */
export const listAttached = async (
  kind: AnyKind,
  design: ObjectDesign,
  db: Queryable,
): Promise<Step[]> => [
  ...((await kind.grants?.(design, design, db)) ?? []),
  ...((await kind.attached?.(design, db)) ?? []),
  ...((await kind.contents?.(design, db)) ?? []),
]

/** Designs go in and out of one kind, so modules that handle every kind need not know them. */
export const asAnyKind = <Design extends ObjectDesign>(kind: ObjectKind<Design>): AnyKind =>
  kind as unknown as AnyKind

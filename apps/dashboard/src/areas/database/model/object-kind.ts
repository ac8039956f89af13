import type { ObjectRow, RelatedObject } from '@basalt/contract/database/objects/object-routes'
import type { AnyRoute } from '@basalt/contract/route'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'

import type { Column } from '../../../ui/data-table/table-model.ts'

export type AnyDesign = { name: string; comment: string | null }

/** The routes that `objectRoutes` makes for every kind. */
type ObjectRoutes = Readonly<
  Record<'list' | 'read' | 'preview', AnyRoute> & {
    apply: AnyRoute & { body: NonNullable<AnyRoute['body']>; hasForm: true }
  }
>

/** Fields of a design that this role cannot set, each with the reason. */
export type Restrictions = Readonly<Record<string, string>>

/** An object as its page shows it. */
export type ReadObject<Row, Design> = {
  row: Row
  design: Design
  version: string
  restrictions: Restrictions
  sql: string
  dependents: RelatedObject[]
  dependencies: RelatedObject[]
}

export type FormProps<Design> = {
  design: Design
  set: (part: Readonly<Record<string, unknown>>) => void
  /** The error of a field of the design. */
  errorOf: (name: string) => string | undefined
  /** The refusal of PostgreSQL in a field, at an offset in its text. */
  faultOf?: (name: string) => { position: number; message: string } | undefined
  restrictions: Restrictions
  projectRef: string
  isNew: boolean
}

export type EffectProps = {
  projectRef: string
  /** The body of the preview; null without a change. */
  change: object | null
  /** The server has planned the change, so its expressions are complete. */
  isReady: boolean
}

/** A kind of database object: its columns, its form and its page. The rest is the same for all. */
export type Kind<Row extends ObjectRow, Design extends AnyDesign> = {
  /** In the plural, as in its path. */
  kind: string
  /** One of them in lower case: "sequence"; `nouns` in the plural. */
  noun: string
  nouns: string
  title: string
  description: ReactNode
  icon: LucideIcon
  /** Shown while the list is empty. */
  empty: ReactNode
  routes: ObjectRoutes
  /** Columns after the name; the ids of sortable ones are those of the route. */
  columns: readonly Column<Row>[]
  /** Whether objects of the kind lie in schemas. */
  isInSchema: boolean
  /** Whether its schema is that of its table, so that the form has no field for it. */
  isOfTable?: boolean
  /** The column that the list is sorted by at first; the name without it. */
  defaultSort?: string
  /** How the drop dialog names its dependents, where they are not dropped with it. */
  dropDependents?: {
    title: string
    label: string
    /** Another role can get them. */
    hasNewOwner?: true
  }
  /** A new design; the schema is that of the list's filter. */
  blank: (schema: string) => Design
  /** The design that a duplicate starts from; undefined where a copy makes no sense. */
  copy?: (design: Design) => Design
  /** A further action on its page; the URL opens its dialog. */
  action?: KindAction<Row, Design>
  /** Changes that go on as jobs of the server. */
  jobs?: KindJobs<Row>
  /** Runs after each change, for what becomes known only later. */
  afterChange?: (projectRef: string, openPage: (href: string) => void) => void
  /** Next to the body of its page. */
  facts: (
    object: ReadObject<Row, Design>,
    projectRef: string,
  ) => readonly { name: string; value: ReactNode }[]
  /** Above the SQL on its page. */
  Body?: ComponentType<{ object: ReadObject<Row, Design>; projectRef: string }>
}

type KindJobs<Row> = {
  list: AnyRoute
  /** Shows them above the list of objects. */
  Head: ComponentType<{ projectRef: string }>
  /** Whether a job can drop the object, without blocking reads and writes. */
  canDrop: (row: Row) => boolean
}

type KindAction<Row, Design> = {
  /** Names it in the URL. */
  show: string
  label: string
  icon: LucideIcon
  /** Its right and its verb, where it changes no object of the kind; locked ones have it too. */
  route?: AnyRoute
  verb?: string
  Dialog: ComponentType<{
    object: ReadObject<Row, Design>
    projectRef: string
    onClose: () => void
  }>
}

/** A kind with its rows and designs left out, for the parts that are the same for every kind. */
export type AnyKind = Kind<ObjectRow, AnyDesign>

/** Rows and designs go in and out of one kind, so the parts of all kinds need not know them. */
export const defineKind = <Row extends ObjectRow, Design extends AnyDesign>(
  kind: Kind<Row, Design>,
): AnyKind => kind as unknown as AnyKind

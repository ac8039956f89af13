import type { ObjectRow, RelatedObject } from '@basalt/contract/database/objects/object-routes'
import type { AnyRoute } from '@basalt/contract/route'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'

import type { FormState } from '../../lib/forms/use-form.ts'
import type { Column } from '../../ui/data-table/table-model.ts'
import type { KindName } from './kind-names.ts'

export type AnyDesign = { name: string; comment: string | null }

/** The routes that `objectRoutes` makes for every kind. */
export type ObjectRoutes = Readonly<
  Record<'list' | 'read' | 'preview', AnyRoute> & {
    apply: AnyRoute & { body: NonNullable<AnyRoute['body']>; hasForm: true }
  }
>

/** An object as its page shows it. */
export type ReadObject<Row, Design> = {
  row: Row
  design: Design
  version: string
  sql: string
  dependents: RelatedObject[]
  dependencies: RelatedObject[]
}

export type FormProps<Design> = {
  form: FormState<{ design: Design } & Record<string, unknown>>
  design: Design
  set: (part: Partial<Design>) => void
  /** The error of a field of the design. */
  errorOf: (name: string) => string | undefined
  projectRef: string
  isNew: boolean
}

/** A kind of database object: its columns, its form and its page. The rest is the same for all. */
export type Kind<Row extends ObjectRow, Design extends AnyDesign> = {
  kind: KindName
  /** One of them in lower case: "sequence"; `nouns` in the plural. */
  noun: string
  nouns: string
  title: string
  description: ReactNode
  icon: LucideIcon
  /** What the list says while there is none. */
  empty: ReactNode
  routes: ObjectRoutes
  /** Columns after the name; the ids of sortable ones are those of the route. */
  columns: readonly Column<Row>[]
  /** Whether objects of the kind lie in schemas. */
  isInSchema: boolean
  /** A new design; the schema is that of the list's filter. */
  blank: (schema: string) => Design
  /** The design that a duplicate starts from; undefined where a copy makes no sense. */
  copy?: (design: Design) => Design
  Form: ComponentType<FormProps<Design>>
  /** Next to the body of its page. */
  facts: (object: ReadObject<Row, Design>) => readonly { name: string; value: ReactNode }[]
  /** Above the SQL on its page. */
  Body?: ComponentType<{ object: ReadObject<Row, Design>; projectRef: string }>
}

// oxlint-disable-next-line typescript/no-explicit-any -- rows and designs go in and out of one kind
export type AnyKind = Kind<any, any>

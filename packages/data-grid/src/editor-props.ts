import type { ReactNode } from 'react'

import type { EditEnd, GridEdit } from './grid-types.ts'
import type { Held } from './held-close.ts'

/** The interface of a tool below the field to the value being edited. */
export type EditedField = {
  /** The value that the cell would get if the edit ended now. */
  value: string | null
  /** The value of the cell when the edit began. */
  stored: string | null
  /** Puts a value into the field, where it can be edited further. */
  change: (value: string | null) => void
  /** Stores a value and ends the edit. */
  take: (value: string | null) => void
  /** Ends the edit by storing something else than a value of the field. */
  end: (how: EditEnd, store: () => Held | void) => void
}

export type CellEditorProps = {
  edit: GridEdit
  /** Names the field for screen readers. */
  label: string
  value: string | null
  /** Whether its initial value is not stored yet: it is then stored even without another change. */
  isUnsaved?: boolean | undefined
  /** The only values there are; they are chosen instead of typed. */
  options?: readonly string[] | undefined
  isNullable: boolean
  /** An empty text is one of its values. */
  takesEmpty: boolean
  /** Called at most once, with the new value; the editor may close with the response. */
  onSave: (value: string | null) => Held | void
  /** Sets the cell to its default; offered if the column has one. */
  onDefault?: (() => void) | undefined
  /** Why a text cannot be stored; called on each change, so it must be fast. */
  check?: ((text: string) => string | undefined) | undefined
  /** Whether typed text may be a search in the tool: it is validated only when it is stored. */
  isSearched?: boolean | undefined
  /** A richer way to edit the same text, shown below the field. */
  renderTool?: ((field: EditedField) => ReactNode) | undefined
  /** Whether it starts as a multi-line field. */
  isLong?: boolean | undefined
  /** Shown below the field, for example the type. */
  help?: ReactNode
}

export type Ends = {
  finish: (value: string | null, end: EditEnd) => void
  end: EditedField['end']
  cancel: () => void
}

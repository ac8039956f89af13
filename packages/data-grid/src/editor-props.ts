import type { ReactNode } from 'react'

import type { EditEnd, GridEdit } from './grid-types.ts'
import type { Held } from './held-close.ts'

/** What a tool below the field may do with what is being edited. */
export type EditedField = {
  /** What the cell would hold if the edit ended now. */
  value: string | null
  /** What the cell held when the edit began. */
  stored: string | null
  /** Puts a value into the field, where it goes on being edited. */
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
  /** What it holds is stored nowhere: it is stored also where nothing more is typed. */
  isUnsaved?: boolean | undefined
  /** The only values there are; they are chosen instead of typed. */
  options?: readonly string[] | undefined
  isNullable: boolean
  /** An empty text is one of its values. */
  takesEmpty: boolean
  /** Called at most once, with what the cell is to hold; the editor may close with the answer. */
  onSave: (value: string | null) => Held | void
  /** Gives the cell its default; offered when the column has one. */
  onDefault?: (() => void) | undefined
  /** Why a text cannot be stored; asked while typing, so it must be quick. */
  check?: ((text: string) => string | undefined) | undefined
  /** What is typed may be a search in the tool: why it is no value is said when it is stored. */
  isSearched?: boolean | undefined
  /** A richer way to edit the same text, shown below the field. */
  renderTool?: ((field: EditedField) => ReactNode) | undefined
  /** Begins with room for several lines. */
  isLong?: boolean | undefined
  /** Said below the field, for example the type. */
  help?: ReactNode
}

export type Ends = {
  finish: (value: string | null, end: EditEnd) => void
  end: EditedField['end']
  cancel: () => void
}

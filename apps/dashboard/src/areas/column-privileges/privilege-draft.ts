import {
  type ColumnPrivilegeChange,
  type ColumnPrivilegeKind,
  columnPrivilegeKinds,
  type ColumnPrivileges,
} from '@basalt/contract/database/column-privileges'

import { own } from '../../lib/forms/own.ts'

type Column = ColumnPrivileges['columns'][number]

/** Unsaved changes of checkboxes. */
export type PrivilegeDraft = {
  /** Privileges whose grant on the table becomes grants on columns. */
  readonly split: readonly ColumnPrivilegeKind[]
  readonly cells: Readonly<Partial<Record<ColumnPrivilegeKind, Readonly<Record<string, boolean>>>>>
}

export const noDraft: PrivilegeDraft = { split: [], cells: {} }

type State = { privileges: ColumnPrivileges; draft: PrivilegeDraft }

/** Whether a table-wide grant covers the columns, so that single ones have no effect. */
export const isTableWide = ({ privileges, draft }: State, kind: ColumnPrivilegeKind): boolean =>
  privileges.table_wide.includes(kind) && !draft.split.includes(kind)

/** Whether the role will have the column's privilege, including the table-wide grant. */
export function isTicked(state: State, kind: ColumnPrivilegeKind, column: Column): boolean {
  if (isTableWide(state, kind)) return true
  const isSplit = state.draft.split.includes(kind)
  return (
    own(state.draft.cells[kind] ?? {}, column.name) ?? (isSplit || column.granted.includes(kind))
  )
}

export function withCells(
  draft: PrivilegeDraft,
  kind: ColumnPrivilegeKind,
  cells: Readonly<Record<string, boolean>>,
): PrivilegeDraft {
  return { ...draft, cells: { ...draft.cells, [kind]: { ...draft.cells[kind], ...cells } } }
}

/** Every column keeps the privilege until it is unchecked. */
export const withSplit = (draft: PrivilegeDraft, kind: ColumnPrivilegeKind): PrivilegeDraft => ({
  split: [...draft.split, kind],
  cells: { ...draft.cells, [kind]: {} },
})

/** The requested changes; empty when the draft changes nothing. */
export function listChanges(state: State): ColumnPrivilegeChange[] {
  return columnPrivilegeKinds.flatMap((privilege) => {
    if (isTableWide(state, privilege)) return []
    const isSplit = state.draft.split.includes(privilege)
    const { columns } = state.privileges
    const ticked = columns.filter((column) => isTicked(state, privilege, column))
    // Revoking the table-wide grant also revokes those on its columns.
    const grant = ticked.filter(({ granted }) => isSplit || !granted.includes(privilege))
    const revoke = isSplit
      ? []
      : columns.filter((column) => column.granted.includes(privilege) && !ticked.includes(column))
    if (!isSplit && grant.length + revoke.length === 0) return []
    const change = { privilege, revoke_table_wide: isSplit }
    return [{ ...change, grant: names(grant), revoke: names(revoke) }]
  })
}

const names = (columns: readonly Column[]) => columns.map(({ name }) => name)

/** The number of changed cells and table-wide grants. */
export const countChanges = (changes: readonly ColumnPrivilegeChange[]): number =>
  changes.reduce(
    (sum, { grant, revoke, revoke_table_wide }) =>
      sum + (revoke_table_wide ? 1 : grant.length + revoke.length),
    0,
  )

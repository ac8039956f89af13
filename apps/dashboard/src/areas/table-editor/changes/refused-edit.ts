import { type CellEdit, type CellEdits, getEdit, withoutEdit } from './cell-edits.ts'

/** Whether it was sent at once and refused: staged edits are fixed where they are staged. */
export const isRefused = (edit: CellEdit | undefined): edit is CellEdit =>
  edit?.state === 'failed' && edit.isStaged !== true && edit.newRow === undefined

/** A later value of the cell is another edit, and stays. */
export const withoutThis = (all: CellEdits, edit: CellEdit): CellEdits =>
  getEdit(all, edit) === edit ? withoutEdit(all, edit) : all

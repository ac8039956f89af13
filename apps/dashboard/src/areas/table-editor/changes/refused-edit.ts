import { type CellEdit, type CellEdits, getEdit, withoutEdit } from './cell-edits.ts'

/** Whether it went at once and was refused: what waits is mended where it waits. */
export const isRefused = (edit: CellEdit | undefined): edit is CellEdit =>
  edit?.state === 'failed' && edit.isStaged !== true && edit.newRow === undefined

/** What was typed into the cell meanwhile is another edit, and stays. */
export const withoutThis = (all: CellEdits, edit: CellEdit): CellEdits =>
  getEdit(all, edit) === edit ? withoutEdit(all, edit) : all

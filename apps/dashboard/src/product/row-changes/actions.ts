import type { StagedRows } from './staged-rows.ts'

/** By the clock of the page: when an act was made, and when it was undone or done again. */
export type ActionTimes = { at: number; since: number }

/** The rows before or after an action. */
export type Action = ActionTimes & { rows: StagedRows }

/** The last of each is the next to be undone, or done again. */
export type Actions = { past: Action[]; future: Action[] }

export const noActions = (): Actions => ({ past: [], future: [] })

export const canStep = ({ past, future }: Actions) => ({
  canUndo: past.length > 0,
  canRedo: future.length > 0,
})

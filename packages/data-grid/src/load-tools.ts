import type { GridTools } from './grid-tools.ts'

let tools: GridTools | undefined

/** The tools if they are loaded: filling a clipboard, for one, has to be synchronous. */
export const toolsNow = (): GridTools | undefined => tools

/** Loaded when the grid is first touched, before any of them is needed. */
export async function loadTools(): Promise<GridTools> {
  tools ??= (await import('./grid-tools.ts')).gridTools
  return tools
}

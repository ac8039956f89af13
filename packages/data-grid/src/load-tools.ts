import type { GridTools } from './grid-tools.ts'

let tools: GridTools | undefined

/** The tools when they are here already: some things cannot wait, as filling a clipboard. */
export const toolsNow = (): GridTools | undefined => tools

/** Fetched when the grid is touched for the first time, before any of them is asked for. */
export async function loadTools(): Promise<GridTools> {
  tools ??= (await import('./grid-tools.ts')).gridTools
  return tools
}

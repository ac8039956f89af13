/**
 * The part that a run takes: the selection or statement at the cursor, everything, or all from
 * there on.
 */
export type RunScope = 'here' | 'all' | 'rest'

/** Each with its keys, in the notation of the registry of shortcuts. */
export const runScopes = [
  { scope: 'here', keys: 'mod+enter', label: 'Run the selection or statement' },
  { scope: 'all', keys: 'mod+shift+enter', label: 'Run everything' },
  { scope: 'rest', keys: 'mod+alt+enter', label: 'Run from cursor' },
] as const satisfies readonly { scope: RunScope; keys: string; label: string }[]

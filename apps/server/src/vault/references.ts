const reference = /^\{\{\s*vault:([^{}]{1,200}?)\s*\}\}$/u
/** References to secrets of the vault in texts of hooks, jobs and wrappers. */
export const references = /\{\{\s*vault:([^{}]{1,200}?)\s*\}\}/gu

/** The name of the secret; null for a text that is no reference, and for none. */
export const readReference = (text: string | null): string | null =>
  text === null ? null : (reference.exec(text)?.[1] ?? null)

export const writeReference = (name: string): string => `{{vault:${name}}}`

/** Names of all secrets that a text refers to. */
export const listReferences = (text: string): string[] =>
  [...text.matchAll(references)].map(([, name = '']) => name)

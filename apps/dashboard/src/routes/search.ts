/** Readers of search parameters. Each has a fallback: an odd URL never breaks a page. */
export type RawSearch = Record<string, unknown>

export const textOf = (raw: RawSearch, name: string): string | undefined => {
  const value = raw[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const choiceOf = <const T extends string>(
  raw: RawSearch,
  name: string,
  options: readonly T[],
): T | undefined => options.find((option) => option === raw[name])

/** Readers of search parameters. Each has a fallback: an odd URL never breaks a page. */
export type RawSearch = Record<string, unknown>

export const toText = (raw: RawSearch, name: string): string | undefined => {
  const value = raw[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const getChoice = <const T extends string>(
  raw: RawSearch,
  name: string,
  options: readonly T[],
): T | undefined => options.find((option) => option === raw[name])

/** For pages with an audit log; invalid values are ignored there. */
export const auditSearch = (raw: RawSearch) => ({
  date_start: toText(raw, 'date_start'),
  date_end: toText(raw, 'date_end'),
  actor: toText(raw, 'actor'),
  action: toText(raw, 'action'),
  project: toText(raw, 'project'),
  outcome: getChoice(raw, 'outcome', ['done', 'refused', 'failed']),
})

/** The query of a page's URL: plain strings, which the page itself reads. */
export type UrlQuery = Readonly<Record<string, string>>

/** Both readers have a fallback for every value: an odd URL never breaks a page. */
export const readText = (query: UrlQuery, name: string): string | undefined => {
  const value = query[name]
  return value === '' ? undefined : value
}

export const readChoice = <const Choice extends string>(
  query: UrlQuery,
  name: string,
  choices: readonly Choice[],
): Choice | undefined => choices.find((choice) => choice === query[name])

/**
 * How lists with a search field match: every typed word occurs in the entry's words. Exact matches
 * of a name come first, then prefixes.
 */
export function describeMatch(_: string, search: string, keywords: readonly string[] = []): number {
  const text = keywords.join(' ').toLowerCase()
  const words = search.toLowerCase().split(/\s+/u)
  if (!words.every((word) => text.includes(word))) return 0
  const full = search.trim().toLowerCase()
  if (keywords.some((one) => one.toLowerCase() === full)) return 1
  return text.startsWith(words[0] ?? '') ? 0.75 : 0.5
}

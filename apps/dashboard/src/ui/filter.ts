/**
 * How lists with a search field match: every word that was typed occurs somewhere in the
 * entry's words. What is called so, by any of its names, comes first, then what begins so.
 */
export function describeMatch(_: string, search: string, keywords: readonly string[] = []): number {
  const text = keywords.join(' ').toLowerCase()
  const words = search.toLowerCase().split(/\s+/u)
  if (!words.every((word) => text.includes(word))) return 0
  const full = search.trim().toLowerCase()
  if (keywords.some((one) => one.toLowerCase() === full)) return 1
  return text.startsWith(words[0] ?? '') ? 0.75 : 0.5
}

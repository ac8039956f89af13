/**
 * How lists with a search field match: every word that was typed occurs somewhere in the
 * entry's words. What is called so comes first, then what begins so.
 */
export function matchWords(_: string, search: string, keywords: readonly string[] = []): number {
  const text = keywords.join(' ').toLowerCase()
  const words = search.toLowerCase().split(/\s+/u)
  if (!words.every((word) => text.includes(word))) return 0
  if (keywords[0]?.toLowerCase() === search.trim().toLowerCase()) return 1
  return text.startsWith(words[0] ?? '') ? 0.75 : 0.5
}

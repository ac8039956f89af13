/**
 * How lists with a search field match: every word that was typed occurs somewhere in the
 * entry's words. Entries that begin with the text come first.
 */
export function matchWords(_: string, search: string, keywords: readonly string[] = []): number {
  const text = keywords.join(' ').toLowerCase()
  const words = search.toLowerCase().split(/\s+/u)
  if (!words.every((word) => text.includes(word))) return 0
  return text.startsWith(words[0] ?? '') ? 1 : 0.5
}

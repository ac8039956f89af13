import type { SqlTemplate } from '@basalt/catalog'

/** Those whose title, words or text have every word that is looked for. */
export function filterTemplates(
  templates: readonly SqlTemplate[],
  search: string,
): readonly SqlTemplate[] {
  const words = search.toLowerCase().split(/\s+/u)
  return templates.filter(({ title, about, sql }) => {
    const text = `${title} ${about} ${sql}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

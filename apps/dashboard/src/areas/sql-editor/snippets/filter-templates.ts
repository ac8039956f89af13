import type { SqlTemplate } from '@basalt/catalog'

/** Templates whose title, keywords or text contain every search word. */
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

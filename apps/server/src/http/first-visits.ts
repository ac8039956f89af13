import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A call of the contract; `{ref}` in its input stands for that part of the path. */
type Call = {
  route: string
  input: { params?: Record<string, string>; query?: Record<string, unknown> }
}

/** As the build of the dashboard writes it. */
type Built = {
  everywhere: Call[]
  pages: { template: string; scripts: string[]; styles: string[]; calls: Call[] }[]
}

/** The first visit of a page: links to its own files, and the calls that it begins with. */
export type FirstVisit = { links: string; calls: Call[] }

export const firstVisitsFile = 'first-visits.json'

/** Finds the first visit of a path by what the areas of the dashboard declare. */
export function readFirstVisits(directory: string): (path: string) => FirstVisit {
  const file = join(directory, firstVisitsFile)
  if (!existsSync(file)) return () => ({ links: '', calls: [] })
  const { everywhere, pages } = JSON.parse(readFileSync(file, 'utf8')) as Built
  const visits = pages.toSorted(byParts).map(({ template, scripts, styles, calls }) => ({
    pattern: new RegExp(`^${template.replaceAll(/\{(\w+)\}/gu, '(?<$1>[^/]+)')}/?$`, 'u'),
    calls,
    links: [
      ...styles.map((url) => `<link rel="stylesheet" href="${url}">`),
      ...scripts.map((url) => `<link rel="modulepreload" crossorigin href="${url}">`),
    ].join(''),
  }))
  return (path) => {
    for (const { pattern, links, calls } of visits) {
      const found = pattern.exec(path)
      if (found === null) continue
      const parts = { ...found.groups }
      return { links, calls: [...everywhere, ...calls.map((call) => fillIn(call, parts))] }
    }
    return { links: '', calls: everywhere }
  }
}

/** `/editor/new` goes before `/editor/{id}`. */
const byParts = (a: { template: string }, b: { template: string }) =>
  a.template.split('{').length - b.template.split('{').length

function fillIn({ route, input }: Call, parts: Record<string, string>): Call {
  if (input.params === undefined) return { route, input }
  const params = Object.entries(input.params).map(([name, value]) => [
    name,
    value.replace(/^\{(\w+)\}$/u, (_, part: string) => parts[part] ?? ''),
  ])
  return { route, input: { ...input, params: Object.fromEntries(params) as typeof parts } }
}

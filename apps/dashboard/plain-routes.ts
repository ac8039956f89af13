import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** Schemas that only the server and the tests use. */
const unread = ['params', 'query', 'response']

/**
 * Leaves the schemas that only the server and tests use out of the contract's routes, and
 * with them the schema library out of the first page: see docs/decisions/028.
 */
export function plainRoutes(): Plugin {
  return {
    name: 'basalt-plain-routes',
    apply: 'build',
    transform: {
      filter: { id: /packages\/contract\/src\//u, code: 'defineRoute(' },
      handler(code) {
        return { code: withoutSchemas(code, this.parse(code) as unknown as Node), map: null }
      },
    },
  }
}

/** Lines and columns do not change, so that source maps stay correct. */
export function withoutSchemas(code: string, program: Node): string {
  let text = code
  for (const route of routesIn(program)) {
    for (const { start, end } of unreadIn(code, route)) {
      text = text.slice(0, start) + text.slice(start, end).replaceAll(/\S/gu, ' ') + text.slice(end)
    }
  }
  return text
}

/** The argument of each `defineRoute` call. */
function routesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(routesIn)
  if (typeof value !== 'object' || value === null) return []
  const node = value as Node
  const inside = Object.values(node).flatMap(routesIn)
  const { callee, arguments: given } = node as { callee?: Node; arguments?: Node[] }
  const isRoute = node.type === 'CallExpression' && callee?.['name'] === 'defineRoute'
  return isRoute && given?.[0] !== undefined ? [given[0], ...inside] : inside
}

/** The positions of unused properties, each with the comma after it. */
function unreadIn(code: string, route: Node): { start: number; end: number }[] {
  const properties = (route['properties'] ?? []) as Node[]
  const getName = ({ key }: Node) => String((key as Node | undefined)?.['name'])
  const hasForm = properties.some((property) => getName(property) === 'hasForm')
  const names = new Set(hasForm ? unread : [...unread, 'body'])
  return properties
    .filter((property) => names.has(getName(property)))
    .map(({ start, end }) => {
      const comma = /^\s*,/u.exec(code.slice(end))
      return { start, end: end + (comma?.[0].length ?? 0) }
    })
}

import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** What the server and the tests check, and no page asks for. */
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

/** Lines and columns stay as they are, so that source maps do. */
export function withoutSchemas(code: string, program: Node): string {
  let text = code
  for (const route of routesIn(program)) {
    for (const { start, end } of unreadIn(code, route)) {
      text = text.slice(0, start) + text.slice(start, end).replaceAll(/\S/gu, ' ') + text.slice(end)
    }
  }
  return text
}

/** The object that each call of `defineRoute` is given. */
function routesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(routesIn)
  if (typeof value !== 'object' || value === null) return []
  const node = value as Node
  const inside = Object.values(node).flatMap(routesIn)
  const { callee, arguments: given } = node as { callee?: Node; arguments?: Node[] }
  const isRoute = node.type === 'CallExpression' && callee?.['name'] === 'defineRoute'
  return isRoute && given?.[0] !== undefined ? [given[0], ...inside] : inside
}

/** Where the unread properties stand, each with the comma behind it. */
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

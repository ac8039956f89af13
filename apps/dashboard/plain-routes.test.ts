import { parseAst } from 'vite'
import { expect, test } from 'vitest'

import { withoutSchemas } from './plain-routes.ts'

const built = (code: string) => withoutSchemas(code, parseAst(code) as never)

const source = `
const byRef = z.object({ ref: z.string() })
export const things = {
  read: defineRoute({
    method: 'GET',
    path: '/things/{ref}',
    params: byRef,
    query: z.object({ search: z.optional(z.string()) }),
    response: z.object({ body: z.string() }),
    permission: 'public',
  }),
  write: defineRoute({ method: 'POST', path: '/things', body: byRef, response: byRef }),
  sent: defineRoute({ method: 'PUT', path: '/things', body: byRef, hasForm: true, response: byRef }),
}
`

const spaceless = (code: string) => code.replaceAll(/\s+/gu, '')

test('a route keeps its address, and loses the schemas that no page asks for', () => {
  expect(spaceless(built(source))).toContain(
    spaceless(`
      read: defineRoute({ method: 'GET', path: '/things/{ref}', permission: 'public', }),
      write: defineRoute({ method: 'POST', path: '/things', }),`),
  )
})

test('the body of a form stays, because the form checks its values by it', () => {
  expect(spaceless(built(source))).toContain(
    spaceless(`
      sent: defineRoute({ method: 'PUT', path: '/things', body: byRef, hasForm: true, }),`),
  )
})

test('everything else stays in its line and column, so that source maps stay right', () => {
  const after = built(source)
  expect(after).toHaveLength(source.length)
  expect(after.split('\n').map((line) => line.length)).toEqual(
    source.split('\n').map((line) => line.length),
  )
  expect(after.indexOf("permission: 'public'")).toBe(source.indexOf("permission: 'public'"))
})

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

test('a route keeps its address, and loses the schemas that no page uses', () => {
  expect(spaceless(built(source))).toContain(
    spaceless(`
      read: defineRoute({ method: 'GET', path: '/things/{ref}', permission: 'public', }),
      write: defineRoute({ method: 'POST', path: '/things', }),`),
  )
})

test('the body of a form is kept, because the form validates by it', () => {
  expect(spaceless(built(source))).toContain(
    spaceless(`
      sent: defineRoute({ method: 'PUT', path: '/things', body: byRef, hasForm: true, }),`),
  )
})

test('all other code keeps its line and column, so that source maps stay correct', () => {
  const after = built(source)
  expect(after).toHaveLength(source.length)
  expect(after.split('\n').map((line) => line.length)).toEqual(
    source.split('\n').map((line) => line.length),
  )
  expect(after.indexOf("permission: 'public'")).toBe(source.indexOf("permission: 'public'"))
})

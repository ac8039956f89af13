import { describe, expect, test } from 'vitest'

import { firstRows, firstTables, routeName } from '../boot.ts'
import { plannedCalls } from './planned-calls.ts'

const everywhere = [
  'GET /platform/profile',
  'GET /platform/profile/permissions',
  'GET /platform/organizations',
  'GET /platform/projects',
]

const named = (path: string) => plannedCalls(path).map(({ route }) => routeName(route))

describe('the boot data of a screen', () => {
  test.each(['/', '/organizations', '/org/acme', '/project', '/projects/abc'])(
    'has the answers that every screen needs at %s',
    (path) => {
      expect(named(path)).toEqual(everywhere)
    },
  )

  test.each(['/project/abc', '/project/abc/sql/new', '/project/abc/'])(
    'has the project at %s',
    (path) => {
      expect(named(path)).toEqual([...everywhere, 'GET /platform/projects/{ref}'])
    },
  )

  test('has the list of tables in the table editor', () => {
    const calls = plannedCalls('/project/abc/editor')
    expect(calls.at(-1)?.input).toEqual({ params: { ref: 'abc' }, query: firstTables('public') })
  })

  test('has the first rows of the open table', () => {
    const calls = plannedCalls('/project/abc/editor/16385')
    expect(calls.at(-1)).toMatchObject({
      input: { params: { ref: 'abc', id: 16_385 }, query: firstRows },
    })
    expect(calls.at(-2)?.input).toEqual({ params: { ref: 'abc', id: 16_385 } })
  })

  test('has the open query in the SQL editor', () => {
    const id = 'c56a4180-65aa-42ec-a945-5fd21dec0538'
    expect(plannedCalls(`/project/abc/sql/${id}`).at(-1)?.input).toEqual({
      params: { ref: 'abc', id },
    })
  })

  test.each(['/project/abc/sql', '/project/abc/sql/templates', '/project/abc/sql/c56a4180-65aa'])(
    'has no query at %s',
    (path) => {
      expect(named(path).at(-1)).toBe('GET /platform/projects/{ref}')
    },
  )

  test.each(['/project/abc/editor/new', '/project/abc/editor/1x', '/project/a%2Fb/editor/1'])(
    'has nothing about a table that %s does not name',
    (path) => {
      expect(named(path).some((name) => name.includes('{id}'))).toBe(false)
    },
  )
})

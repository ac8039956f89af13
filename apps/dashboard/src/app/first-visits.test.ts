import { firstRows, firstTables, routeName } from '@basalt/contract/boot'
import { databaseTables } from '@basalt/contract/database/tables'
import { snippets } from '@basalt/contract/project/snippets'
import { expect, test } from 'vitest'

import { firstVisits } from './first-visits.ts'

const { everywhere, pages } = firstVisits

const find = (template: string) => pages.find((page) => page.template === template)
const names = (template: string) => find(template)?.calls.map(({ route }) => route)
const readProject = 'GET /platform/projects/{ref}'

test('every page comes with the answers that the frame needs', () => {
  expect(everywhere).toEqual(
    [
      'GET /platform/profile',
      'GET /platform/profile/permissions',
      'GET /platform/organizations',
      'GET /platform/projects',
    ].map((route) => ({ route, input: {} })),
  )
})

test.each([
  ['/project/{ref}', 'ProjectHomePage'],
  ['/project/{ref}/sql', 'SqlPage'],
  ['/project/{ref}/sql/templates', undefined],
  ['/project/{ref}/settings/export', undefined],
])('%s comes with its project and the files of %s', (template, component) => {
  expect(names(template)).toEqual([readProject])
  expect(find(template)?.component).toBe(component)
})

test('the table editor comes with its list of tables', () => {
  for (const template of ['/project/{ref}/editor', '/project/{ref}/editor/new']) {
    expect(names(template)).toEqual([
      readProject,
      routeName(databaseTables.schemas),
      routeName(databaseTables.list),
    ])
    expect(find(template)?.component).toBe('TablePage')
    expect(find(template)?.calls.at(-1)?.input).toEqual({
      params: { ref: '{ref}' },
      query: firstTables('public'),
    })
  }
})

test('a table comes with its first rows and the list', () => {
  const visit = find('/project/{ref}/editor/{id}')
  expect(visit?.calls).toHaveLength(5)
  expect(visit?.component).toBe('TablePage')
  expect(visit?.calls.slice(-2)).toEqual([
    { route: routeName(databaseTables.detail), input: { params: { ref: '{ref}', id: '{id}' } } },
    {
      route: routeName(databaseTables.rows),
      input: { params: { ref: '{ref}', id: '{id}' }, query: firstRows },
    },
  ])
})

test('a saved query comes with its text', () => {
  expect(names('/project/{ref}/sql/{id}')).toEqual([readProject, routeName(snippets.get)])
})

test.each(['/organizations', '/org/{slug}', '/sign-in'])(
  '%s comes with files, and without calls of its own',
  (template) => {
    expect(find(template)?.calls).toEqual([])
    expect(find(template)?.component).toMatch(/Page$/u)
  },
)

test('a page that needs nothing more is not listed', () => {
  expect(find('/account/me')).toBeUndefined()
})

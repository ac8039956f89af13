// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { shop } from '../../testing/answers.ts'
import { openPart } from '../../testing/open-part.tsx'
import { plants } from '../../testing/plants.ts'
import { NoRows, NoTable } from './empty-notices.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function show(without?: string) {
  openPart(() => <NoTable projectRef={shop.ref} />, without === undefined ? {} : { without })
  await screen.findByText('No table selected')
  return screen.queryByText(/Drop a file or paste rows here to create a table/u)
}

test('without a table, users who may import see that a file becomes one', async () => {
  expect(await show()).not.toBeNull()
})

test.each(['tenant:Sql:CreateTable', 'tenant:Sql:Write:Insert'])(
  'users who may not %s see no such hint',
  async (action) => {
    expect(await show(action)).toBeNull()
    expect(screen.getByText(/^Choose a table from the list/u)).toBeTruthy()
  },
)

test('an empty table has no such hint without the right', async () => {
  const part = () => <NoRows table={plants} view={{}} onClear={() => undefined} />
  openPart(part, { without: 'tenant:Sql:Write:Insert' })
  await screen.findByText('plants has no rows')
  expect(screen.getByText('You need additional permissions to insert rows')).toBeTruthy()
  expect(screen.queryByText(/drop a CSV file/u)).toBeNull()
})

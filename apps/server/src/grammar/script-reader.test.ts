import { expect, test } from 'vitest'

import { readsHere } from './script-reader.ts'

test('a script is parsed in the same thread on request', async () => {
  const { statements } = await readsHere.read('select 1; delete from orders')
  expect(statements.map(({ kind }) => kind)).toEqual(['SELECT', 'DELETE'])
  expect(statements[1]?.warnings).toMatchObject([{ code: 'delete_without_where' }])
})

import { expect, test } from 'vitest'

import { tellingDetail } from './telling-detail.ts'

test('a detail is told, but not the values of the row that is shown', () => {
  const detail = 'Key (maker_id)=(99) is not present in table "makers".'
  expect(tellingDetail({ detail })).toBe(detail)
  expect(tellingDetail({ detail: 'Failing row contains (5, moss, -5).' })).toBeUndefined()
  expect(tellingDetail({})).toBeUndefined()
})

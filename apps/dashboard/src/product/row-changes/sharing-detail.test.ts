import { expect, test } from 'vitest'

import { sharingDetail } from './sharing-detail.ts'

test('a detail is told, but not the values of the row that is shown', () => {
  const detail = 'Key (maker_id)=(99) is not present in table "makers".'
  expect(sharingDetail({ detail })).toBe(detail)
  expect(sharingDetail({ detail: 'Failing row contains (5, moss, -5).' })).toBeUndefined()
  expect(sharingDetail({})).toBeUndefined()
})

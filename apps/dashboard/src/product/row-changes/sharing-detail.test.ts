import { expect, test } from 'vitest'

import { sharingDetail } from './sharing-detail.ts'

test('the detail is shown without the values of the displayed row', () => {
  const detail = 'Key (maker_id)=(99) is not present in table "makers".'
  expect(sharingDetail({ detail })).toBe(detail)
  expect(sharingDetail({ detail: 'Failing row contains (5, moss, -5).' })).toBeUndefined()
  expect(sharingDetail({})).toBeUndefined()
})

import { expect, test } from 'vitest'

import { column } from '../../../testing/plants.ts'
import { unorderedReason } from './has-order.ts'

test.each(['json', 'json[]', 'point', 'box', 'xml', 'xid', 'jsonpath'])(
  'rows are not sorted by values of %s, with the reason',
  (type) => {
    expect(unorderedReason(column('a', { data_type: type }))).toBe(
      `Values of type ${type} cannot be sorted`,
    )
  },
)

test.each(['jsonb', 'text', 'integer[]', 'regclass', 'pointless', 'xid8', 'box_size'])(
  'rows are sorted by values of %s',
  (type) => {
    expect(unorderedReason(column('a', { data_type: type }))).toBeUndefined()
  },
)

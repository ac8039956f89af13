import { expect, test } from 'vitest'

import { explainText } from './explain-text.ts'

test('a statement is explained once, without other changes', () => {
  expect(explainText('select 1;\n', { isRun: false })).toBe(
    'explain (settings, verbose, format json)\nselect 1;\n',
  )
  expect(explainText('delete from t', { isRun: true })).toContain('analyze, buffers, settings, wal')
  expect(explainText(' EXPLAIN select 1', { isRun: true })).toBe(' EXPLAIN select 1')
})

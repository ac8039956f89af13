import { expect, test } from 'vitest'

import { isSupported } from '../bootstrap/node-version.mjs'
import { chosen } from './test-node.mjs'

test('without a name every release is tested, and all of them are supported', () => {
  const [releases, rest] = chosen([])
  expect(releases.map((release) => release.split('.')[0])).toEqual(['26', '24', '22'])
  expect(releases.filter((release) => !isSupported(release))).toEqual([])
  expect(rest).toEqual([])
})

test('releases are named by their line or in full; further arguments go to the runner', () => {
  const [[current]] = chosen(['26'])
  expect(current).toMatch(/^26\.\d+\.\d+$/u)
  expect(chosen(['25.9.0', '26', 'packages/pg-sql', '26'])).toEqual([
    ['25.9.0', current],
    ['packages/pg-sql', '26'],
  ])
  expect(chosen(['packages/pg-sql'])[0]).toHaveLength(3)
})

import { expect, test } from 'vitest'

import { install } from '../../testing/answers.ts'
import { homePath } from './home.ts'

test('home is the list of organizations, or the only project without organizations', () => {
  expect(homePath(install)).toBe('/organizations')
  expect(homePath({ ...install, capabilities: ['admin-password'] })).toBe('/project/default')
})

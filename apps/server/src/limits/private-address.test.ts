import { internet } from '@basalt/identity'
import { expect, test } from 'vitest'

import { addRemedy } from './private-address.ts'

test('the refusal of a private address tells the operator its setting, and others whom to ask', () => {
  const messageOf = (url: string) => {
    try {
      internet({ allowsLoopback: false }).check(url)
    } catch (error) {
      return (error as Error).message
    }
    return ''
  }
  const refused = messageOf('https://10.0.0.1/')
  expect(addRemedy(refused, { isOperator: true })).toContain('BASALT_ALLOWED_NETWORKS')
  expect(addRemedy(refused, { isOperator: false })).toBe(
    `${refused}. The operator of this installation can allow it`,
  )
  const other = messageOf('https://name:password@example.com/')
  expect(addRemedy(other, { isOperator: true })).toBe(other)
})

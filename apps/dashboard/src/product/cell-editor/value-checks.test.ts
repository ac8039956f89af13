import { expect, test } from 'vitest'

import { column } from '../../testing/plants.ts'
import { valueProblem } from './value-checks.ts'

const id = column('id', { data_type: 'uuid', kind: 'uuid' })

test.each([
  '00000000-0000-4000-8000-000000000001',
  'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11',
  '{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}',
  'a0eebc999c0b4ef8bb6d6bb9bd380a11',
  'a0ee-bc99-9c0b-4ef8-bb6d-6bb9-bd38-0a11',
  '{a0eebc99-9c0b4ef8-bb6d6bb9-bd380a11}',
])('%s is a UUID, as PostgreSQL parses it', (text) => {
  expect(valueProblem(id, text)).toBeUndefined()
})

test.each([
  'thing 7',
  '0000',
  'g0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
  '{a0eebc999c0b4ef8bb6d6bb9bd380a11',
])('%s is invalid', (text) => {
  expect(valueProblem(id, text)).toBe('Enter a valid UUID: 32 hexadecimal digits')
})

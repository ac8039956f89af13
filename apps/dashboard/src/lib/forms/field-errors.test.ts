import { ApiError } from '@basalt/contract/errors'
import { organizations } from '@basalt/contract/organization/organizations'
import { expect, test } from 'vitest'

import { checkFields, getFormError, listFieldErrors } from './field-errors.ts'

test('a form is checked by the schema of its route', () => {
  expect(checkFields(organizations.create, { name: ' ', kind: 'Personal', plan: 'free' })).toEqual({
    name: 'Enter a name',
  })
  expect(checkFields(organizations.create, { name: 'Acme' })).toEqual({})
})

test('each wrong field has one message under its own path', () => {
  const errors = checkFields(organizations.create, { name: '', kind: 'Circus', plan: 'gold' })
  expect(Object.keys(errors).toSorted()).toEqual(['kind', 'name', 'plan'])
})

const refused = (fields?: Record<string, string>) =>
  new ApiError('invalid_request', 'The input is not valid', { fields })

test('a refusal about fields belongs to the fields and not above the buttons', () => {
  const error = refused({ name: 'Taken' })
  expect(listFieldErrors(error)).toEqual({ name: 'Taken' })
  expect(getFormError(error)).toBeUndefined()
})

test.each([refused(), refused({}), new Error('The input is not valid')])(
  'a failure about no field belongs above the buttons',
  (error) => {
    expect(listFieldErrors(error)).toEqual({})
    expect(getFormError(error)?.message).toBe('The input is not valid')
  },
)

test('without a failure there is no message', () => {
  expect(getFormError(null)).toBeUndefined()
})

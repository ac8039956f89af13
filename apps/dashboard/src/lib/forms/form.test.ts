import { ApiError } from '@basalt/contract/errors'
import { organizations } from '@basalt/contract/organization/organizations'
import { expect, test } from 'vitest'

import { install } from '../../testing/answers.ts'
import { homePath } from '../session/home.ts'
import { checkFields, listFieldErrors, getFormError, textIn } from './form.ts'

test('a form is validated by the schema of the server', () => {
  expect(checkFields(organizations.create, { name: ' ', kind: 'Personal', plan: 'free' })).toEqual({
    name: 'Enter a name',
  })
  expect(checkFields(organizations.create, { name: 'Acme' })).toEqual({})
})

test('each invalid field has one message under its own name', () => {
  const errors = checkFields(organizations.create, { name: '', kind: 'Circus', plan: 'gold' })
  expect(Object.keys(errors).toSorted()).toEqual(['kind', 'name', 'plan'])
})

const refused = (fields?: Record<string, string>) =>
  new ApiError('invalid_request', 'The input is not valid', { fields })

test('a refusal of fields is shown at the fields and not above the buttons', () => {
  const error = refused({ name: 'Taken' })
  expect(listFieldErrors(error)).toEqual({ name: 'Taken' })
  expect(getFormError(error)).toBeUndefined()
})

test.each([refused(), refused({}), new Error('The input is not valid')])(
  'a failure without a field is shown above the buttons',
  (error) => {
    expect(listFieldErrors(error)).toEqual({})
    expect(getFormError(error)?.message).toBe('The input is not valid')
  },
)

test('without a failure there is no message', () => {
  expect(getFormError(null)).toBeUndefined()
})

test('the value of a form field is its text; a missing one and a file are empty', () => {
  const data = new FormData()
  data.set('name', 'Acme')
  data.set('file', new Blob(['x']))
  expect([textIn(data, 'name'), textIn(data, 'other'), textIn(data, 'file')]).toEqual([
    'Acme',
    '',
    '',
  ])
})

test('home is the list of organizations, or the only project without organizations', () => {
  expect(homePath(install)).toBe('/organizations')
  expect(homePath({ ...install, capabilities: ['admin-password'] })).toBe('/project/default')
})

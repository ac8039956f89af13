// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { emptyList, shop, signedIn } from '../../../../testing/answers.ts'
import { readCode } from '../../../../testing/code-field.ts'
import { openApp } from '../../../../testing/open-app.tsx'
import { database } from '../../../../testing/open-part.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a template fills the form, and a command offers only the expressions that it has', async () => {
  openApp(
    `/project/${shop.ref}/database/policies?new=1`,
    signedIn({
      [`GET ${database}/objects/policies`]: emptyList,
      [`GET ${database}/roles`]: [],
      [`GET ${database}/schemas`]: [],
      [`POST ${database}/objects/policies/preview`]: {
        statements: [],
        warnings: ['The connected role postgres will no longer see some of its rows.'],
      },
    }),
  )
  await user.selectOptions(
    await screen.findByLabelText('Start from a template'),
    'Users manage their own rows',
  )
  const name = screen.getByLabelText<HTMLInputElement>('Name')
  expect(name.value).toBe('Users manage their own rows')
  expect(readCode(screen.getByLabelText('USING'))).toContain('user_id')
  await screen.findByText('The connected role postgres will no longer see some of its rows.')
  await user.selectOptions(screen.getByLabelText('Command'), 'INSERT')
  expect(screen.queryByLabelText('USING')).toBeNull()
  expect(readCode(screen.getByLabelText('WITH CHECK'))).toContain('user_id')
  await user.selectOptions(screen.getByLabelText('Command'), 'DELETE')
  expect(screen.queryByLabelText('WITH CHECK')).toBeNull()
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { install, refusal, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

const requested = 'GET /platform/profile/permissions'

test('permissions are fetched for the signed-in user', async () => {
  const { calls } = openApp(`/project/${shop.ref}`, signedIn())
  await screen.findByRole('heading', { level: 1, name: /Shop/u })
  expect(calls.filter(({ route }) => route === requested)).toHaveLength(1)
})

test('… only on the hosted platform: without accounts no request is sent and everything is allowed', async () => {
  const answers = signedIn({
    [requested]: () => refusal(404, { message: 'There is nothing here' }),
  })
  const { calls } = openApp(`/project/${shop.ref}`, answers, {
    ...install,
    capabilities: ['projects'],
  })
  const remove = await screen.findByRole('button', { name: 'Delete project' })
  expect(remove.getAttribute('aria-disabled')).not.toBe('true')
  expect(calls.filter(({ route }) => route === requested)).toEqual([])
})

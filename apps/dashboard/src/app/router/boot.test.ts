// @vitest-environment jsdom
import type { Boot } from '@basalt/contract/boot'
import { afterEach, expect, test, vi } from 'vitest'

import { queryClient } from '../../lib/network/query-client.ts'
import { organizationsQuery, projectQuery } from '../../lib/session/account.ts'
import { acme, fakeNetwork, install, shop } from '../../testing/answers.ts'
import { readBoot, seed } from './boot.tsx'

afterEach(() => {
  queryClient.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function carry(boot: Boot) {
  const script = document.createElement('script')
  script.type = 'application/json'
  script.id = 'basalt-boot'
  script.textContent = JSON.stringify(boot)
  document.body.append(script)
}

test('preloaded answers of the page are not requested again', async () => {
  const calls = fakeNetwork({})
  carry({
    install,
    answers: [
      { route: 'GET /platform/organizations', input: {}, data: [acme] },
      {
        route: 'GET /platform/projects/{ref}',
        input: { params: { ref: shop.ref } },
        data: shop,
      },
    ],
  })
  seed(readBoot())
  expect(await queryClient.fetchQuery(organizationsQuery())).toEqual([acme])
  expect(await queryClient.fetchQuery(projectQuery(shop.ref))).toEqual(shop)
  expect(calls).toEqual([])
})

test('a page without boot data has none', () => {
  expect(readBoot()).toBeUndefined()
})

import { organizations } from '@basalt/contract/organization/organizations'
import { expect, test } from 'vitest'

import { initialLimits } from '../../limits/limits.ts'
import { createResources } from '../../limits/resources.ts'
import { signUp, startTestInstall } from '../../testing/test-install.ts'

test('an account owns a limited number of organizations, also with concurrent requests', async () => {
  const resources = createResources({ ...initialLimits, organizationsPerAccount: 2 })
  const install = await startTestInstall({ resources })
  const { client } = await signUp(install)
  const create = () => client.call(organizations.create, { body: { name: 'Acme' } })
  const answers = await Promise.allSettled([create(), create(), create()])
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused.map(({ reason }) => reason as unknown)).toEqual([
    expect.objectContaining({
      code: 409,
      message: expect.stringContaining('at most 2 organizations') as string,
    }),
  ])
  const other = await signUp(install)
  await other.client.call(organizations.create, { body: { name: 'Other' } })

  const deleted = { deleted_at: new Date() }
  const [one] = await client.call(organizations.list, {})
  await install.store
    .updateTable('organizations')
    .set(deleted)
    .where('id', '=', one?.id ?? 0)
    .execute()
  await create()
  await install.close()
})

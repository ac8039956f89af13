import { type CompanySize, type OrganizationPlan, organizationPlans } from '@basalt/catalog'
import { audit } from '@basalt/contract/organization/audit'
import { organizations } from '@basalt/contract/organization/organizations'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { cardPayments } from '../../testing/billing-fixtures.ts'
import {
  type ConnectedClient,
  signUp,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall
let client: ConnectedClient

beforeAll(async () => {
  install = await startTestInstall()
  client = (await signUp(install)).client
})
afterAll(() => install.close())

const create = (body: {
  name: string
  kind?: 'Company' | 'Agency'
  size?: CompanySize
  plan?: OrganizationPlan
}) => client.call(organizations.create, { body })

const getSize = async ({ id }: { id: number }) =>
  (
    await install.store
      .selectFrom('organizations')
      .select('size')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).size

test('a company keeps its given size, and the audit log has it', async () => {
  const made = await create({ name: 'Granite', kind: 'Company', size: '50 - 99' })
  expect(await getSize(made)).toBe('50 - 99')
  const { rows } = await client.call(audit.list, {
    params: { slug: made.slug },
    query: { action: 'organization.created', limit: 1 },
  })
  expect(rows[0]?.after).toMatchObject({ kind: 'Company', size: '50 - 99' })
})

test('others have no size, even if one was sent, and a company need not give one', async () => {
  expect(await getSize(await create({ name: 'Slate', kind: 'Agency', size: '10 - 49' }))).toBeNull()
  expect(await getSize(await create({ name: 'Marble', kind: 'Company' }))).toBeNull()
})

test('an unknown size is refused at its field', async () => {
  const odd = create({ name: 'Chalk', kind: 'Company', size: '3' as CompanySize })
  await expect(odd).rejects.toMatchObject({
    code: 400,
    fields: { size: expect.any(String) as string },
  })
})

test('an organization cannot start on a contract plan; the other plans work', async () => {
  for (const plan of organizationPlans.filter((one) => one !== 'enterprise')) {
    expect((await create({ name: `On ${plan}`, plan })).plan.id).toBe(plan)
  }
  await expect(create({ name: 'Large', plan: 'enterprise' })).rejects.toMatchObject({
    code: 402,
    fields: { plan: expect.stringContaining('agreed by contract') as string },
  })
})

test('with card payments an organization starts on Free: without a card nothing can be charged', async () => {
  const withCards = await startTestInstall({
    payments: cardPayments,
  })
  const person = (await signUp(withCards)).client
  const paid = person.call(organizations.create, { body: { name: 'Acme', plan: 'pro' } })
  await expect(paid).rejects.toMatchObject({
    code: 402,
    fields: { plan: expect.stringContaining('add a payment method') as string },
  })
  const free = await person.call(organizations.create, { body: { name: 'Acme' } })
  expect(free.plan.id).toBe('free')
  await withCards.close()
})

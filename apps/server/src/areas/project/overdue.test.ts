import { organizations } from '@basalt/contract/organization/organizations'
import { projects } from '@basalt/contract/project/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { insertInvoice, settleInvoice } from '../../store/invoices.ts'
import {
  signUpOwner,
  startTestInstall,
  strongPassword,
  type TestInstall,
} from '../../testing/test-install.ts'

const start = new Date('2026-05-01T00:00:00Z')
const end = new Date('2026-06-01T00:00:00Z')
let now = end

let install: TestInstall
beforeAll(async () => {
  install = await startTestInstall({ clock: () => now })
})
afterAll(() => install.close())

test("SPEC.md section 8, 'Outstanding Invoices': no new project while an invoice is overdue, only there", async () => {
  const { client, organization } = await signUpOwner(install)
  const other = await client.call(organizations.create, { body: { name: 'Other' } })
  const amount = { subtotal_micros: 25_000_000, credit_micros: 0, total_micros: 25_000_000 }
  const line = {
    kind: 'plan' as const,
    description: 'Pro plan',
    detail: null,
    metric: null,
    project_ref: null,
    quantity: null,
    unit_price: null,
    amount_micros: 25_000_000,
  }
  const { id } = await install.store.transaction().execute((tx) =>
    insertInvoice(tx, {
      organizationId: organization.id,
      period: { start, end },
      charge: { ...amount, lines: [line] },
      customer: { name: 'Acme', email: null, address: null, tax_id: null },
      at: end,
    }),
  )
  const create = (slug: string) =>
    client.call(projects.create, {
      body: { organization_slug: slug, name: 'Shop', db_pass: strongPassword, region: 'us-east-1' },
    })
  const days = (count: number) => new Date(end.getTime() + count * 24 * 3_600_000)
  now = days(14)
  await create(organization.slug)
  now = days(15)
  await expect(create(organization.slug)).rejects.toMatchObject({
    code: 402,
    message: expect.stringContaining('Please pay invoices to avoid service disruption.') as string,
  })
  await create(other.slug)
  await install.store
    .transaction()
    .execute((tx) => settleInvoice(tx, id, { status: 'paid', by: 'Operator', at: now }))
  await create(organization.slug)
})

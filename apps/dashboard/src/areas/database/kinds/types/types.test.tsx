// @vitest-environment jsdom
import type { TypeDesign } from '@basalt/pg-model'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { emptyList, refusal, shop, signedIn } from '../../../../testing/answers.ts'
import { openApp } from '../../../../testing/open-app.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => vi.unstubAllGlobals())

const database = `/platform/pg-meta/${shop.ref}`
const objects = `${database}/objects/types`

const opened = async (apply: object = { id: null }) => {
  const app = openApp(
    `/project/${shop.ref}/database/types?new=1`,
    signedIn({
      [`GET ${objects}`]: emptyList,
      [`GET ${database}/schemas`]: [{ name: 'public', owner: 'postgres' }],
      [`GET ${database}/column-privileges/roles`]: [],
      [`GET ${database}/types`]: [],
      [`POST ${objects}/preview`]: { statements: [] },
      [`POST ${objects}`]: apply,
    }),
  )
  const panel = within(await screen.findByRole('dialog', { name: 'New type' }))
  return { app, panel }
}

type Opened = Awaited<ReturnType<typeof opened>>

const sent = ({ app }: Opened) =>
  app.calls.flatMap(({ route, body }) =>
    route === `POST ${objects}` ? [(body as { design: TypeDesign }).design] : [],
  )

const submit = ({ panel }: Opened) =>
  user.click(panel.getByRole('button', { name: /^Create type/u }))

/** Types that are in no list yet are taken as they are typed. */
async function pickType(label: string, type: string, panel: ReturnType<typeof within>) {
  await user.click(panel.getByRole('button', { name: `${label}: none` }))
  await user.type(await screen.findByRole('combobox', { name: 'Find a type' }), type)
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${type}`, 'u') }))
  await panel.findByRole('button', { name: `${label}: ${type}` })
}

test('values of an enum are added, moved and removed by keyboard', async () => {
  const page = await opened()
  const { panel } = page
  await user.type(panel.getByRole('textbox', { name: 'Name' }), 'mood')
  await user.type(panel.getByRole('textbox', { name: 'Value' }), 'sad')
  for (const value of ['ok', 'happy']) {
    panel.getByRole('button', { name: 'Add value' }).focus()
    await user.keyboard('{Enter}')
    const inputs = panel.getAllByRole('textbox', { name: 'Value' })
    await waitFor(() => expect(document.activeElement).toBe(inputs.at(-1)))
    await user.keyboard(value)
  }
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  const [first] = panel.getAllByRole('button', { name: 'Remove' })
  first?.focus()
  await user.keyboard('{Enter}')
  await submit(page)
  await waitFor(() =>
    expect(sent(page)).toMatchObject([
      {
        name: 'mood',
        kind: 'enum',
        values: [
          { name: 'happy', old_name: null },
          { name: 'ok', old_name: null },
        ],
      },
    ]),
  )
})

test('the form of a domain shows the refusal of a check at its condition', async () => {
  const page = await opened(
    refusal(400, {
      message: 'column "x" does not exist',
      fields: { 'design.checks.0.expression': 'column "x" does not exist' },
    }),
  )
  const { panel } = page
  await user.type(panel.getByRole('textbox', { name: 'Name' }), 'code')
  await user.selectOptions(panel.getByRole('combobox', { name: 'Kind' }), 'domain')
  expect(panel.queryByRole('button', { name: 'Add value' })).toBeNull()
  await pickType('Base type', 'text', panel)
  await user.click(panel.getByRole('button', { name: 'Add check' }))
  const check = within(panel.getByRole('listitem', { name: 'check 1' }))
  await user.type(check.getByRole('textbox', { name: 'Name' }), 'positive')
  await user.type(check.getByRole('textbox', { name: 'Condition' }), 'x > 0')
  await submit(page)
  expect((await check.findByRole('alert')).textContent).toBe('column "x" does not exist')
})

test('the type of an attribute is picked in its row, and its refusal is shown there', async () => {
  const page = await opened(
    refusal(400, {
      message: 'type "moony" does not exist',
      fields: { 'design.attributes.0.type': 'type "moony" does not exist' },
    }),
  )
  const { panel } = page
  await user.type(panel.getByRole('textbox', { name: 'Name' }), 'address')
  await user.selectOptions(panel.getByRole('combobox', { name: 'Kind' }), 'composite')
  await user.click(panel.getByRole('button', { name: 'Add attribute' }))
  const row = within(panel.getByRole('listitem', { name: 'attribute 1' }))
  await user.type(row.getByRole('textbox', { name: 'Name' }), 'price')
  await pickType('Type', 'moony', row)
  await submit(page)
  expect((await row.findByRole('alert')).textContent).toBe('type "moony" does not exist')
  expect(sent(page)).toMatchObject([{ attributes: [{ name: 'price', type: 'moony' }] }])
})

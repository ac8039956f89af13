// @vitest-environment jsdom
import type { TriggerDesign } from '@basalt/pg-model'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { emptyList, shop, signedIn } from '../../../../testing/answers.ts'
import { openApp } from '../../../../testing/open-app.tsx'
import { database } from '../../../../testing/open-part.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => vi.unstubAllGlobals())

const objects = `${database}/objects/triggers`

const catalog = {
  schemas: [['public', 1]],
  relations: [
    ['public', 'orders', 'r', null, []],
    ['public', 'totals', 'm', null, []],
    ['Sales', 'orders', 'r', null, []],
  ],
  functions: [
    ['public', 'note_change', '', 'trigger', 'f', null],
    ['public', 'total', 'customer bigint', 'numeric', 'f', null],
  ],
  types: [],
  languages: ['plpgsql'],
  foreign_keys: [],
}

test('a table and a function are found by typing, and others can be written', async () => {
  const app = openApp(
    `/project/${shop.ref}/database/triggers?new=1`,
    signedIn({
      [`GET ${objects}`]: emptyList,
      [`GET ${database}/schemas`]: [],
      [`GET ${database}/completion`]: { version: '1', catalog },
      [`POST ${objects}/preview`]: { statements: [], warnings: [] },
      [`POST ${objects}`]: { id: null },
    }),
  )
  const panel = within(await screen.findByRole('dialog', { name: 'New trigger' }))
  await user.type(panel.getByRole('textbox', { name: 'Name' }), 'note')
  await user.click(panel.getByLabelText('Table'))
  const search = await screen.findByPlaceholderText('Find a table')
  const found = () =>
    within(screen.getByRole('listbox'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  await waitFor(() => expect(found()).toEqual(['orders', 'orders']))
  await user.type(search, 'sales.o{Enter}')
  await panel.findByRole('button', { name: 'Table: "Sales".orders' })

  await user.click(panel.getByLabelText('Function'))
  await screen.findByPlaceholderText('Find a function')
  expect(found()).toEqual(['note_change'])
  await user.keyboard('public.later{Enter}')
  await panel.findByRole('button', { name: 'Function: public.later' })

  await user.click(panel.getByRole('button', { name: /^Create trigger/u }))
  const sent = () =>
    app.calls.flatMap(({ route, body }) =>
      route === `POST ${objects}` ? [(body as { design: TriggerDesign }).design] : [],
    )
  await waitFor(() =>
    expect(sent()).toMatchObject([{ schema: 'Sales', table: 'orders', function: 'public.later' }]),
  )
})

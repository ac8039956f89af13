// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { type Answers, refusal, shop } from '../../../testing/answers.ts'
import { database, openPart } from '../../../testing/open-part.tsx'
import { DefinitionPanel } from './DefinitionPanel.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => vi.unstubAllGlobals())

const route = `GET ${database}/tables/42/definition`
const definition = (sql: string) => ({
  schema: 'shop',
  name: 'orders',
  columns: [],
  primary_keys: [],
  relationships: [],
  sql,
})

async function opened(answers: Answers) {
  const onClose = vi.fn<() => void>()
  const table = { id: 42, schema: 'shop', name: 'orders' }
  const app = openPart(
    () => <DefinitionPanel projectRef={shop.ref} table={table} onClose={onClose} />,
    { answers },
  )
  const panel = within(await screen.findByRole('dialog', { name: 'Definition of orders' }))
  return { app, panel, onClose }
}

const sql = `create table shop.orders (note text default '-- none'); -- the end`

test('a definition is shown exactly, with syntax colours', async () => {
  const { panel } = await opened({ [route]: definition(sql) })
  const shown = await panel.findByRole('region', { name: 'SQL of orders' })
  expect(shown.textContent).toBe(sql)
  const coloured = within(shown)
  expect(coloured.getByText(`'-- none'`).className).toContain('text-good')
  expect(coloured.getByText('-- the end').className).toContain('italic')
  expect(coloured.getByText('table').className).toContain('text-accent')
})

test('a very long definition is shown completely, without the colours that would slow it down', async () => {
  const long = `-- ${'x'.repeat(70_000)}\ncreate table a ();`
  const { panel } = await opened({ [route]: definition(long) })
  const shown = await panel.findByRole('region', { name: 'SQL of orders' })
  expect(shown.textContent).toBe(long)
  expect(shown.querySelectorAll('span')).toHaveLength(0)
})

test('a definition is saved as a file with the table’s name', async () => {
  const files: { name: string; text: Promise<string> }[] = []
  const blobs: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
      revokeObjectURL: () => undefined,
    }),
  )
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const blob = blobs[Number(this.href.replace('blob:', '')) - 1]
    files.push({
      name: this.download,
      text:
        blob?.arrayBuffer().then((bytes) => new TextDecoder().decode(bytes)) ??
        Promise.reject(new Error('No file')),
    })
  })
  const { panel } = await opened({ [route]: definition(sql) })
  await user.click(await panel.findByRole('button', { name: 'Download' }))
  click.mockRestore()
  expect(files.map(({ name }) => name)).toEqual(['shop.orders.sql'])
  expect(await files[0]?.text).toBe(sql)
})

test('a definition that cannot be read shows the reason, and is retried on a click', async () => {
  let isBroken = true
  const { panel } = await opened({
    [route]: () =>
      isBroken
        ? refusal(403, { kind: 'forbidden', message: 'Nobody may read this' })
        : definition(sql),
  })
  expect(await panel.findByText('The definition could not be loaded')).toBeTruthy()
  expect(panel.getByText(/Nobody may read this/u)).toBeTruthy()
  expect(panel.queryByRole('button', { name: 'Download' })).toBeNull()
  isBroken = false
  await user.click(panel.getByRole('button', { name: /again|retry/iu }))
  expect((await panel.findByRole('region', { name: 'SQL of orders' })).textContent).toBe(sql)
})

test('a definition is closed with Escape', async () => {
  const { panel, onClose } = await opened({ [route]: definition(sql) })
  await panel.findByRole('region', { name: 'SQL of orders' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

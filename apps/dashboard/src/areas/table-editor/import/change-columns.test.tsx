// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { shop } from '../../../testing/answers.ts'
import { deciding, importState, rejected } from '../../../testing/imports.ts'
import { database, openPart } from '../../../testing/open-part.tsx'
import { plants } from '../../../testing/plants.ts'
import { ImportHost } from '../ImportHost.tsx'
import { removeJob } from './import-job.ts'
import { closeImport, requestImport } from './import-request.ts'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  act(() => {
    closeImport()
    removeJob()
  })
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const about = `${database}/imports/i1`
const begins = `POST ${database}/tables/42/imports`

test('rejected rows lead back to the columns, with the file and its settings', async () => {
  const { listBodies, calls } = openPart(() => <ImportHost projectRef={shop.ref} tableId={42} />, {
    answers: {
      [`GET ${database}/imports`]: [],
      [`GET ${database}/tables/42`]: plants,
      [begins]: importState(),
      [`GET ${about}`]: importState(),
      [`POST ${about}/file`]: deciding(),
      [`GET ${about}/rejected`]: { rows: [rejected(3)], has_more: false },
      [`DELETE ${about}`]: importState({ status: 'cancelled' }),
    },
  })
  const file = new File(['number,cost\n1,cheap\n2,2.50\n'], 'plants.csv')
  await waitFor(() => expect(calls.length).toBeGreaterThan(0))
  act(() => requestImport({ file, tableId: 42 }))
  const column = (of: string) => screen.findByLabelText<HTMLSelectElement>(`Column for ${of}`)
  await user.selectOptions(await column('number'), 'id')
  await user.selectOptions(await column('cost'), 'price')
  await user.click(screen.getByRole('button', { name: 'Import 2 rows' }))
  const report = within(await screen.findByRole('dialog', { name: '2 rows rejected, 6 accepted' }))
  await user.click(report.getByRole('button', { name: 'Change columns' }))

  expect(await screen.findByRole('dialog', { name: 'Import into plants' })).toBeTruthy()
  expect([(await column('number')).value, (await column('cost')).value]).toEqual(['id', 'price'])
  expect(screen.queryByText(/was cancelled/u)).toBeNull()
  await user.selectOptions(await column('cost'), 'name')
  await user.click(screen.getByRole('button', { name: 'Import 2 rows' }))
  await waitFor(() => expect(listBodies(begins)).toHaveLength(2))
  expect(listBodies(begins)[1]).toMatchObject({ columns: [{ name: 'id' }, { name: 'name' }] })
})

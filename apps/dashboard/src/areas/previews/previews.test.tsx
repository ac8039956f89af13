import type { OfferedPreview } from '@basalt/contract/previews'
import type { Install } from '@basalt/contract/utility'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { storage } from '../../lib/storage/storage.ts'
import { type Answers, install, profile, refusal, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

const preview = (more: Partial<OfferedPreview>): OfferedPreview => ({
  key: 'CLS',
  name: 'Column-level privileges',
  description: 'Some columns and not the others.',
  changes: ['The Database area gets another page.'],
  discussionsUrl: 'https://forum.example/cls',
  isNew: false,
  isDashboardOnly: false,
  ...more,
})

const logs = preview({ key: 'unified-logs', name: 'New logs interface', isNew: true })
const list = 'GET /platform/feature-previews'
const event = 'POST /platform/telemetry/event'
const measured: Install = { ...install, capabilities: [...install.capabilities, 'telemetry'] }

function open(url: string, previews: OfferedPreview[] = [logs, preview({})], more: Answers = {}) {
  return openApp(
    url,
    signedIn({
      [list]: { discussionsUrl: 'https://forum.example/', previews },
      [event]: { ok: true },
      ...more,
    }),
    measured,
  )
}

/** The dialog, opened as people do: from the menu of the account. */
async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: /^Account menu/u }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Feature previews' }))
  return screen.findByRole('dialog', { name: 'Dashboard feature previews' })
}

const home = `/project/${shop.ref}`

describe('SPEC.md section 2, "Feature-preview dialog"', () => {
  test('without a selection the first released preview is selected; another one is shown when chosen', async () => {
    open(home)
    const dialog = within(await openDialog())
    const first = await dialog.findByRole('button', { name: /^New logs interface/u })
    expect(first.getAttribute('aria-current')).toBe('true')
    expect(dialog.getByRole('region', { name: 'New logs interface' })).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Column-level privileges' }))
    expect(dialog.getByRole('region', { name: 'Column-level privileges' })).toBeTruthy()
    expect(dialog.queryByRole('region', { name: 'New logs interface' })).toBeNull()
  })

  test("each preview has an 'Enable feature' or 'Disable feature' button; the flag is stored in this browser", async () => {
    open(home, [preview({})])
    const dialog = within(await openDialog())
    await userEvent.click(await dialog.findByRole('button', { name: 'Enable feature' }))
    expect(storage.preview('CLS').get()).toBe(true)
    expect(localStorage.getItem('basalt.preview.CLS')).toBe('true')
    await userEvent.click(dialog.getByRole('button', { name: 'Disable feature' }))
    expect(storage.preview('CLS').get()).toBe(false)
  })

  test('"The dialog\'s open state is held in a stored setting named featurePreviewModal"', async () => {
    open(home, [preview({})])
    await openDialog()
    expect(localStorage.getItem('basalt.featurePreviewModal')).toBe('true')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(storage.featurePreviewModal.get()).toBe(false)
    storage.featurePreviewModal.set(true)
    expect(await screen.findByRole('dialog', { name: 'Dashboard feature previews' })).toBeTruthy()
  })

  test("Empty state: 'No feature previews available' with a link to a discussions forum", async () => {
    open(home, [])
    const dialog = within(await openDialog())
    expect(await dialog.findByText('No feature previews available')).toBeTruthy()
    const link = dialog.getByRole('link', { name: 'Join the discussions' })
    expect(link.getAttribute('href')).toBe('https://forum.example/')
  })

  test('a list that cannot be loaded shows the error and can be retried', async () => {
    open(home, [], { [list]: refusal(403, { kind: 'forbidden', message: 'Not now' }) })
    const dialog = within(await openDialog())
    expect(await dialog.findByText('Not now')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('the command menu opens it, too', async () => {
    open(home)
    await screen.findByRole('heading', { name: 'Shop' })
    const [search] = screen.getAllByRole('button', { name: /^Search or run a command/u })
    await userEvent.click(search ?? document.body)
    await userEvent.click(await screen.findByRole('option', { name: 'Feature previews' }))
    expect(await screen.findByRole('dialog', { name: 'Dashboard feature previews' })).toBeTruthy()
  })
})

describe('SPEC.md section 7: toggles send feature_preview_enabled or feature_preview_disabled', () => {
  test('with feature key, project ref and organization slug, after consent', async () => {
    const { calls } = open(home, [preview({})])
    storage.consent.set({ 'usage-log': true })
    const dialog = within(await openDialog())
    await userEvent.click(await dialog.findByRole('button', { name: 'Enable feature' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Disable feature' }))
    const sent = () => calls.filter(({ route }) => route === event).map(({ body }) => body)
    await waitFor(() => expect(sent()).toHaveLength(2))
    const properties = { feature: 'CLS', project_ref: shop.ref, organization_slug: 'acme' }
    expect(sent()).toEqual([
      expect.objectContaining({ event: 'feature_preview_enabled', pathname: home, properties }),
      expect.objectContaining({ event: 'feature_preview_disabled', pathname: home, properties }),
    ])
  })

  test('and nothing without consent', async () => {
    const { calls } = open(home, [preview({})])
    const dialog = within(await openDialog())
    await userEvent.click(await dialog.findByRole('button', { name: 'Enable feature' }))
    await dialog.findByRole('button', { name: 'Disable feature' })
    expect(calls.map(({ route }) => route)).not.toContain(event)
  })
})

test('enabling a preview changes the product: the area gets another page', async () => {
  open(home, [preview({})])
  await screen.findByRole('heading', { name: 'Shop' })
  const dialog = within(await openDialog())
  await userEvent.click(await dialog.findByRole('button', { name: 'Enable feature' }))
  await userEvent.click(dialog.getByRole('link', { name: 'Open column-level privileges' }))
  expect(await screen.findByRole('heading', { name: 'Column-level privileges' })).toBeTruthy()
  const area = screen.getByRole('link', { name: 'Database' })
  expect(area.getAttribute('aria-current')).toBe('page')
  expect(storage.featurePreviewModal.get()).toBe(false)
})

describe('the release gates', () => {
  const gate = {
    name: 'unifiedLogs',
    is_open: false,
    changed_at: null,
    changed_by: null,
    previews: [{ key: 'unified-logs', name: 'New logs interface', isReleased: false }],
  }
  const path = '/platform/operator/release-gates'
  const openGates = (isOperator: boolean, more: Answers = {}) =>
    openApp(
      '/operator/release-gates',
      signedIn({
        'GET /platform/profile': { ...profile, is_operator: isOperator },
        [`GET ${path}`]: [gate],
        ...more,
      }),
    )

  test('are opened by an operator, who sees which previews lack their feature', async () => {
    const opened = {
      ...gate,
      is_open: true,
      changed_at: new Date().toISOString(),
      changed_by: 'olga@example.test',
    }
    const { calls } = openGates(true, { [`PUT ${path}/unifiedLogs`]: opened })
    expect(await screen.findByText(/New logs interface – not released/u)).toBeTruthy()
    expect(screen.getByText('Default')).toBeTruthy()
    await userEvent.click(screen.getByLabelText('unifiedLogs'))
    expect(await screen.findByText(/^Opened by olga@example\.test/u)).toBeTruthy()
    expect(calls.find(({ route }) => route.startsWith('PUT'))?.body).toEqual({ is_open: true })
    expect(screen.getByLabelText<HTMLInputElement>('unifiedLogs').checked).toBe(true)
  })

  test('do not exist for other users', async () => {
    openGates(false)
    expect(await screen.findByRole('heading', { name: /^Page not found/u })).toBeTruthy()
  })
})

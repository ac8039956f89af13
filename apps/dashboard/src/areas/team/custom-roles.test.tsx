// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { rulesFor } from '../../testing/answers.ts'
import { requested, base, enterprise, openTeam, support } from '../../testing/open-team.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('custom roles', () => {
  test('show below the plan which plan has them', async () => {
    openTeam()
    expect(await screen.findByText(/^Requires the Enterprise plan\./u)).toBeTruthy()
    const button = screen.getByRole('button', { name: 'New role' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  test('consist of rights by section, found by a word', async () => {
    const { calls } = openTeam({
      'GET /platform/organizations': [enterprise],
      [`POST ${base}/roles`]: support,
    })
    await userEvent.click(await screen.findByRole('button', { name: 'New role' }))
    const dialog = await screen.findByRole('dialog', { name: 'New role' })
    await userEvent.type(within(dialog).getByLabelText('Find a permission'), 'restart')
    await userEvent.click(
      await within(dialog).findByRole('checkbox', { name: 'Project Management: Restart' }),
    )
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create role' }))
    expect(await within(dialog).findByText('Enter a name')).toBeTruthy()
    await userEvent.type(within(dialog).getByLabelText('Name'), 'Support')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create role' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requested(calls, `POST ${base}/roles`)).toEqual([
      {
        name: 'Support',
        rights: ['project.project-management.view', 'project.project-management.restart'],
      },
    ])
  })

  test('are not lost by Escape once a name was typed', async () => {
    openTeam({ 'GET /platform/organizations': [enterprise] })
    await userEvent.click(await screen.findByRole('button', { name: 'New role' }))
    const dialog = await screen.findByRole('dialog', { name: 'New role' })
    await userEvent.type(within(dialog).getByLabelText('Name'), 'Support{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(within(dialog).getByLabelText('Name')).toHaveProperty('value', 'Support')
  })

  test('cannot get a right that the user lacks, and the list has the reason', async () => {
    openTeam({
      'GET /platform/organizations': [enterprise],
      'GET /platform/profile/permissions': rulesFor('Administrator'),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'New role' }))
    const dialog = await screen.findByRole('dialog', { name: 'New role' })
    const lacked = within(dialog).getAllByText('You do not have this permission')
    expect(lacked.length).toBeGreaterThan(0)
    expect(lacked[0]?.closest('label')?.querySelector('input')).toHaveProperty('disabled', true)
  })

  test('in use show their members and cannot be deleted', async () => {
    openTeam({ 'GET /platform/organizations': [enterprise], [`GET ${base}/roles`]: [support] })
    const remove = await screen.findByRole('button', { name: 'Delete Support' })
    expect(remove.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText(/2 permissions · guest@example\.test/u)).toBeTruthy()
    await userEvent.hover(remove)
    expect((await screen.findByRole('tooltip')).textContent).toContain('1 member has this role')
  })
})

import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { TextDiff } from './TextDiff.tsx'

const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`)
const changed = lines.with(20, 'another line').toSpliced(21, 1)

async function open(before: string, after: string) {
  render(<TextDiff before={before} after={after} label="Versions" />)
  const region = await screen.findByRole('region', { name: 'Versions' })
  const root = region.firstElementChild?.shadowRoot
  const listTexts = (selector: string) =>
    [...(root?.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent)
  return { region, listTexts }
}

test('removed and added lines are marked as such, and counted', async () => {
  const { listTexts } = await open(lines.join('\n'), changed.join('\n'))
  expect(listTexts('del')).toEqual(['line 20', 'line 21'])
  expect(listTexts('ins')).toEqual(['another line'])
  expect(screen.getByRole('status').textContent).toBe('2 lines removed, 1 line added')
})

test('unchanged lines far from a change are left out until they are requested', async () => {
  const { listTexts } = await open(lines.join('\n'), changed.join('\n'))
  expect(listTexts('.cm-line')).not.toContain('line 2')
  expect(listTexts('.cm-collapsedLines')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Show unchanged lines' }))
  expect(listTexts('.cm-line')).toContain('line 2')
  expect(listTexts('.cm-collapsedLines')).toEqual([])
})

test('equal texts are reported as identical', async () => {
  render(<TextDiff before="select 1" after="select 1" label="Versions" />)
  expect(await screen.findByText('Both versions are identical.')).toBeTruthy()
})

test('the region can be scrolled by keys', async () => {
  const { region } = await open('a', 'b')
  expect(region.tabIndex).toBe(0)
})

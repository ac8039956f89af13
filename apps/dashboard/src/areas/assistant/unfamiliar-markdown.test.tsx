import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { Markdown } from './Markdown.tsx'

const show = (text: string) => render(<Markdown text={text} renderSql={(sql) => sql} />)

test('a table is rendered, with its alignment and line breaks in cells', () => {
  show('| state | orders |\n| --- | ---: |\n| paid<br>sent | 71 |')
  const table = screen.getByRole('table')
  expect(within(table).getAllByRole('columnheader')).toHaveLength(2)
  expect(within(table).getByRole('cell', { name: '71' }).className).toContain('text-end')
  expect(within(table).queryByText('<br>', { exact: false })).toBeNull()
  expect(within(table).getByText('paid', { exact: false }).querySelector('br')).not.toBeNull()
})

test('direction marks do not affect the host of a link', () => {
  show('[\u202Emoc.knab](https://evil.example/)')
  const words = screen.getByRole('link').firstElementChild
  expect(words?.tagName).toBe('BDI')
  expect(words?.textContent).toBe('\u202Emoc.knab')
  expect(screen.getByText('(evil.example)')).not.toBeNull()
})

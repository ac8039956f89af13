import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { Cities, listNames, manyCities, openCities as show } from '../../testing/open-cities.tsx'
import { openPart } from '../../testing/open-part.tsx'
import { Button } from '../Button.tsx'

afterEach(() => vi.unstubAllGlobals())

const getRow = (name: string) =>
  screen.getByRole('row', { name: new RegExp(`^(Select )?${name}`, 'u') })
const findTable = () => screen.findByRole('grid', { name: 'Cities' })

describe('the view of a table', () => {
  test('a header sorts, says so, and the URL keeps the sort', async () => {
    const { address } = show()
    await findTable()
    expect(listNames()).toEqual(['Oslo', 'Lisbon', 'Porto'])
    const header = screen.getByRole('columnheader', { name: 'Name' })
    expect(header.getAttribute('aria-sort')).toBe('none')

    await userEvent.click(within(header).getByRole('button', { name: 'Name' }))
    expect(listNames()).toEqual(['Lisbon', 'Oslo', 'Porto'])
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
    expect(address()).toBe('/?sort=name')

    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    expect(address()).toBe('/?sort=name.desc')
    await userEvent.click(screen.getByRole('button', { name: 'People' }))
    expect(listNames()).toEqual(['Oslo', 'Lisbon', 'Porto'])
    expect(address()).toBe('/?sort=people')
  })

  test('cards without headers are sorted by a list of orders', async () => {
    const { address } = show()
    await findTable()
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Smallest first')
    expect(listNames()).toEqual(['Porto', 'Lisbon', 'Oslo'])
    expect(address()).toBe('/?sort=people.asc')
  })

  test('a link brings search, sort and columns back', async () => {
    show({}, '/?search=portugal&sort=people.asc&columns=name,country')
    await findTable()
    expect(listNames()).toEqual(['Porto', 'Lisbon'])
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Country',
    ])
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'portugal')
    expect(screen.getByText('2 of 3 cities')).toBeTruthy()
  })

  test('odd values of a link are ignored', async () => {
    show({}, '/?sort=mayor.up&columns=,,&search=')
    await findTable()
    expect(listNames()).toEqual(['Oslo', 'Lisbon', 'Porto'])
    expect(screen.getAllByRole('columnheader')).toHaveLength(2)
    expect(screen.getByText('3 cities')).toBeTruthy()
  })

  test('columns are chosen in a list, and the default ones need no parameter', async () => {
    const { address } = show()
    await findTable()
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Country' }))
    expect(screen.getByRole('columnheader', { name: 'Country' })).toBeTruthy()
    expect(address()).toBe('/?columns=name,people,country')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Country' }))
    expect(address()).toBe('/')
  })

  test('the column that names the rows cannot be hidden, and Escape returns the focus', async () => {
    show({}, '/?columns=people')
    await findTable()
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    expect(await screen.findByRole('checkbox', { name: 'Name' })).toHaveProperty('disabled', true)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Columns' }))
  })
})

describe('the keys of a table', () => {
  test('one row takes part in Tab, and the arrow keys, Home and End move', async () => {
    show()
    await findTable()
    screen.getByRole('button', { name: 'People' }).focus()
    await userEvent.tab()
    expect(document.activeElement).toBe(getRow('Oslo'))
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(getRow('Lisbon'))
    await userEvent.keyboard('{End}')
    expect(document.activeElement).toBe(getRow('Porto'))
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(getRow('Porto'))
    await userEvent.keyboard('{Home}')
    expect(document.activeElement).toBe(getRow('Oslo'))
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('tabindex'))).toEqual([
      null,
      '0',
      '-1',
      '-1',
    ])
  })

  test('Enter opens the row, and the URL names it', async () => {
    const { address } = show()
    await findTable()
    getRow('Lisbon').focus()
    await userEvent.keyboard('{Enter}')
    expect(address()).toBe('/?city=l')
    expect(getRow('Lisbon').getAttribute('aria-current')).toBe('true')
  })

  test('Enter follows the link of a row that is a page', async () => {
    const { address } = show({ getHref: ({ id }) => `/cities/${id}` })
    await findTable()
    expect(screen.getByRole('link', { name: 'Porto' }).getAttribute('href')).toBe('/cities/p')
    getRow('Porto').focus()
    await userEvent.keyboard('{Enter}')
    expect(address()).toBe('/cities/p')
  })

  test('a click next to the name opens the row as well, but not one on a control', async () => {
    const { address } = show({ renderActions: ({ name }) => <Button>Visit {name}</Button> })
    await findTable()
    await userEvent.click(screen.getByRole('button', { name: 'Visit Oslo' }))
    expect(address()).toBe('/')
    await userEvent.click(screen.getByText('545796'))
    expect(address()).toBe('/?city=l')
  })
})

describe('selected rows', () => {
  function Selectable({ url }: { url?: string }) {
    const [moved, setMoved] = useState<string[]>([])
    return (
      <>
        <output aria-label="Moved">{moved.join(' ')}</output>
        <Cities
          key={url}
          listActions={(rows, clear) => [
            {
              label: 'Move',
              onSelect: () => {
                setMoved(rows.map(({ id }) => id))
                clear()
              },
            },
            {
              label: 'Delete',
              isDanger: true,
              disabledReason: 'You need additional permissions to delete cities',
              onSelect: () => setMoved(['deleted']),
            },
          ]}
        />
      </>
    )
  }
  const getSelected = () =>
    within(screen.getByRole('toolbar', { name: 'Selection' })).getByRole('status').textContent
  const select = () => openPart(() => <Selectable />)

  test('are counted, acted on, and an action without the right says why', async () => {
    select()
    await findTable()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Lisbon' }))
    expect(getSelected()).toBe('1 of 3 selected')
    expect(getRow('Lisbon').getAttribute('aria-selected')).toBe('true')

    const remove = screen.getByRole('button', { name: 'Delete' })
    expect(remove.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(remove)
    expect((await screen.findByRole('tooltip')).textContent).toContain('additional permissions')
    await userEvent.click(screen.getByRole('button', { name: 'Move' }))
    expect(screen.getByLabelText('Moved').textContent).toBe('l')
    expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull()
  })

  test('are chosen with Space, a range with Shift, and all with Mod+A; Escape clears', async () => {
    select()
    await findTable()
    getRow('Oslo').focus()
    await userEvent.keyboard(' ')
    expect(getSelected()).toBe('1 of 3 selected')
    await userEvent.keyboard('{End}{Shift>} {/Shift}')
    expect(getSelected()).toBe('3 of 3 selected')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull()
    await userEvent.keyboard('{Control>}a{/Control}')
    expect(getSelected()).toBe('3 of 3 selected')
    expect(screen.getByRole('checkbox', { name: 'Select all 3 cities' })).toHaveProperty(
      'checked',
      true,
    )
  })

  test('that a search hides stay selected and are counted as not shown', async () => {
    select()
    await findTable()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all 3 cities' }))
    expect(getSelected()).toBe('3 of 3 selected')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Oslo' }))
    expect(screen.getByRole('checkbox', { name: 'Select all 3 cities' })).toHaveProperty(
      'indeterminate',
      true,
    )
    expect(getSelected()).toBe('2 of 3 selected')
  })
})

describe('a long table', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(41)
  })
  afterEach(() => vi.restoreAllMocks())

  test('has only the rows in view in the page, and counts all of them', async () => {
    show({ rows: manyCities })
    const table = await findTable()
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(10))
    expect(screen.getAllByRole('row').length).toBeLessThan(60)
    expect(table.getAttribute('aria-rowcount')).toBe('501')
    expect(screen.getByText('500 cities')).toBeTruthy()
  })

  test('End goes to the last row, which comes into the page', async () => {
    show({ rows: manyCities })
    await findTable()
    screen.getAllByRole('row')[1]?.focus()
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(document.activeElement).toBe(getRow('City 499')))
    expect(getRow('City 499').getAttribute('aria-rowindex')).toBe('501')
    await userEvent.keyboard('{Home}')
    await waitFor(() => expect(document.activeElement).toBe(getRow('City 0')))
  })
})

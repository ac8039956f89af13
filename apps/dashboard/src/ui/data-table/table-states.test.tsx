import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { useTableView } from '../../product/use-table-view.ts'
import { cities, columns, listNames, openCities as show } from '../../testing/open-cities.tsx'
import { openPart } from '../../testing/open-part.tsx'
import { DataTable } from './DataTable.tsx'

afterEach(() => vi.unstubAllGlobals())

const findTable = () => screen.findByRole('grid', { name: 'Cities' })

describe('the states of a table', () => {
  test('without rows shows what belongs there, and no search field', async () => {
    show({ rows: [] })
    expect(await screen.findByText('No cities yet')).toBeTruthy()
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  test('a search without a match says so, and clearing it brings the rows back', async () => {
    const { address } = show({}, '/?search=zinc')
    expect(await screen.findByText('No city matches “zinc”')).toBeTruthy()
    expect(screen.getByText('0 of 3 cities')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(listNames()).toHaveLength(3)
    expect(address()).toBe('/')
  })

  test('a filter of the page without a match is cleared the same way', async () => {
    const onClearFilters = vi.fn<() => void>()
    show({ rows: [], isFiltered: true, onClearFilters })
    expect(await screen.findByText('No city matches the filters')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(onClearFilters).toHaveBeenCalledTimes(1)
  })

  test('while rows are loading, its headers are there', async () => {
    show({ rows: undefined })
    expect(await screen.findByLabelText('Loading')).toBeTruthy()
    expect(screen.getByText('People')).toBeTruthy()
  })

  test('a failure says what happened and can be tried again', async () => {
    const onRetry = vi.fn<() => void>()
    const failed = { rows: undefined, error: new Error('The server is away'), onRetry }
    show(failed)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The cities could not be loaded')
    expect(alert.textContent).toContain('The server is away')
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
  })

  test('rows that are missing are announced above the others', async () => {
    const onRetry = vi.fn<() => void>()
    show({ partial: 'The cities of 1 country could not be read', onRetry })
    expect(await screen.findByText(/1 country could not be read/u)).toBeTruthy()
    expect(listNames()).toHaveLength(3)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
  })

  test('rows that the server pages are counted as what they are', async () => {
    const onLoadMore = vi.fn<() => void>()
    const paging = { hasMore: true, isLoading: false, onLoadMore, label: 'Load more cities' }
    show({ paging, note: 'kept for 7 days' }, '/?search=zinc')
    const table = await findTable()
    // The server searches: every row that came is shown.
    expect(listNames()).toHaveLength(3)
    expect(screen.getByText(/3 cities so far/u).textContent).toBe(
      '3 cities so far · kept for 7 days',
    )
    expect(table.getAttribute('aria-rowcount')).toBe('-1')
    // Only the server could sort rows that are not here.
    expect(screen.queryByRole('button', { name: 'People' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Load more cities' }))
    expect(onLoadMore).toHaveBeenCalledTimes(1)
  })

  test('a next page that failed leaves the rows and says so', async () => {
    const paging = {
      hasMore: true,
      isLoading: false,
      onLoadMore: () => undefined,
      label: 'Load more cities',
      error: new Error('The server is away'),
    }
    show({ paging })
    expect((await screen.findByRole('alert')).textContent).toBe('The server is away')
    expect(listNames()).toHaveLength(3)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('a table without links, buttons and selection is a plain one', async () => {
    function Plain() {
      const view = useTableView(columns)
      return (
        <DataTable
          label="Cities"
          noun="city"
          columns={columns}
          rows={cities}
          getId={({ id }) => id}
          failure=""
          empty={null}
          {...view}
        />
      )
    }
    openPart(() => <Plain />)
    const table = await screen.findByRole('table', { name: 'Cities' })
    expect(within(table).getAllByRole('cell')).toHaveLength(6)
    expect(within(table).getAllByRole('row')[1]?.getAttribute('tabindex')).toBeNull()
  })
})

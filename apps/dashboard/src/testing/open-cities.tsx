import { screen } from '@testing-library/react'

import { useOpenObject, useTableView } from '../product/use-table-view.ts'
import type { DataTableProps } from '../ui/data-table/data-table-props.ts'
import { DataTable } from '../ui/data-table/DataTable.tsx'
import type { Column } from '../ui/data-table/table-model.ts'
import { openPart } from './open-part.tsx'

export type City = { id: string; name: string; people: number; country: string }

export const cities: City[] = [
  { id: 'o', name: 'Oslo', people: 717_710, country: 'Norway' },
  { id: 'l', name: 'Lisbon', people: 545_796, country: 'Portugal' },
  { id: 'p', name: 'Porto', people: 231_962, country: 'Portugal' },
]
export const manyCities = Array.from({ length: 500 }, (_, at) => ({
  id: `c${at}`,
  name: `City ${at}`,
  people: 500 - at,
  country: 'Norway',
}))

export const columns: Column<City>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortValue: ({ name }) => name },
  {
    id: 'people',
    header: 'People',
    align: 'end',
    cell: ({ people }) => people,
    sortValue: ({ people }) => people,
    firstDirection: 'descending',
    orderNames: { ascending: 'Smallest first', descending: 'Largest first' },
  },
  {
    id: 'country',
    header: 'Country',
    cell: ({ country }) => country,
    searchText: ({ country }) => country,
    isHiddenByDefault: true,
  },
]

type Props = Partial<DataTableProps<City>>

/** A table whose view and open row are in the URL. */
export function Cities(props: Props) {
  const view = useTableView(columns)
  const [openId, open] = useOpenObject('city')
  return (
    <DataTable
      label="Cities"
      noun="city"
      nouns="cities"
      columns={columns}
      rows={cities}
      getId={({ id }) => id}
      getName={({ name }) => name}
      failure="The cities could not be loaded"
      searchLabel="Search cities"
      empty={<p>No cities yet</p>}
      openId={openId}
      onOpen={({ id }) => open(id)}
      {...view}
      {...props}
    />
  )
}

export const openCities = (props: Props = {}, url = '/') =>
  openPart(() => <Cities {...props} />, { url })

/** The names that the rows show, from top to bottom. */
export const listNames = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('[data-role=name]')?.textContent)

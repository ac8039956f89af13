import { databaseColumnPrivileges } from '@basalt/contract/database/column-privileges'
import type { ObjectRow, RelatedObject } from '@basalt/contract/database/objects/object-routes'
import { databaseTables } from '@basalt/contract/database/tables'
import type { OutputOf } from '@basalt/contract/route'

import { call, query } from '../../../lib/network/api.ts'
import type { AnyDesign, AnyKind, ReadObject, Restrictions } from './object-kind.ts'

type Listing = {
  search?: string
  schema?: string
  sort?: string
  direction?: 'ascending' | 'descending'
}

type ListPage = {
  rows: ObjectRow[]
  total: number
  next: string | null
  obstacle: string | null
  restrictions: Restrictions
  notices: { title: string; objects: RelatedObject[] }[]
}

/** SQL may change objects at any time, so they are always read again. */
const always = { staleTime: 0 }

/** Pages of the list of a kind. */
export const listQuery = (kind: AnyKind, ref: string, listing: Listing) => ({
  queryKey: [kind.routes.list.method, kind.routes.list.path, { ref }, listing],
  queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    (await call(
      kind.routes.list,
      // The list route of every kind has these parameters.
      {
        params: { ref },
        query: { ...listing, ...(pageParam !== null && { after: pageParam }) },
      },
      signal,
    )) as ListPage,
  initialPageParam: null as string | null,
  getNextPageParam: (page: ListPage) => page.next,
  ...always,
})

export const objectQuery = (kind: AnyKind, ref: string, id: string) => ({
  queryKey: [kind.routes.read.method, kind.routes.read.path, { ref, id }],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    // The read route of every kind has these parameters and this answer.
    (await call(kind.routes.read, { params: { ref, id: Number(id) } }, signal)) as ReadObject<
      ObjectRow,
      AnyDesign
    >,
  ...always,
})

export const schemasQuery = (ref: string) => query(databaseTables.schemas, { params: { ref } })

/** Roles that objects can be given to; the logins of the dashboard are not. */
export const rolesQuery = (ref: string) => ({
  ...query(databaseColumnPrivileges.roles, { params: { ref } }),
  select: (roles: OutputOf<typeof databaseColumnPrivileges.roles>) =>
    roles.filter(({ name }) => !name.startsWith('basalt_')),
})

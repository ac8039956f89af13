import { databaseTableChanges as routes } from '@basalt/contract/database/table-changes'

import { query } from '../../../lib/network/api.ts'

/** Always as it is now: a change is made from it. */
export const designQuery = (ref: string, id: number) => ({
  ...query(routes.design, { params: { ref, id } }),
  staleTime: 0,
  gcTime: 0,
})

export const dependentsQuery = (ref: string, id: number) => ({
  ...query(routes.dependents, { params: { ref, id } }),
  staleTime: 0,
  gcTime: 0,
})

export const viewDesignQuery = (ref: string, id: number) => ({
  ...query(routes.viewDesign, { params: { ref, id } }),
  staleTime: 0,
  gcTime: 0,
})

export const trashQuery = (ref: string) => ({
  ...query(routes.trash, { params: { ref } }),
  staleTime: 0,
})

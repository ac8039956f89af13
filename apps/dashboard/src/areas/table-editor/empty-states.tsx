import { late } from '../../ui/late.tsx'

const load = () => import('./empty-notices.tsx')

// Most tables have rows: their empty state is loaded on demand.
export const NoTable = late(async () => (await load()).NoTable)
export const NoRows = late(async () => (await load()).NoRows)
export const TableFailure = late(async () => (await load()).TableFailure)

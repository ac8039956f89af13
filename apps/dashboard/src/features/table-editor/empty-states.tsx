import { late } from '../../ui/late.tsx'

const load = () => import('./empty-notices.tsx')

// Most tables have rows: what stands in for them is loaded when it is needed.
export const NoTables = late(async () => (await load()).NoTables)
export const NoTableChosen = late(async () => (await load()).NoTableChosen)
export const NoRows = late(async () => (await load()).NoRows)
export const TableFailure = late(async () => (await load()).TableFailure)

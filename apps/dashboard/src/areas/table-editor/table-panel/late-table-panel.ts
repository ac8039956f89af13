import { late } from '../../../ui/late.tsx'

/** The panel in which a table is made or changed. */
export const TablePanel = late(async () => (await import('./TablePanel.tsx')).TablePanel)

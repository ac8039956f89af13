import { late } from '../../../ui/late.tsx'

/** The panel of a row, with its controller. */
export const RowPanelHost = late(async () => (await import('./RowPanelHost.tsx')).RowPanelHost)

import { late } from '../../../ui/late.tsx'

/** The panel of a row, with what leads it. */
export const RowPanelHost = late(async () => (await import('./RowPanelHost.tsx')).RowPanelHost)

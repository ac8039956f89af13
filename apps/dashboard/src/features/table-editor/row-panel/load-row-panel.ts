/** The panel of a row, with what leads it. */
export const loadRowPanel = () => import('./RowPanelHost.tsx')

/** Fetches the panel before it is asked for. */
export const preloadRowPanel = (): void => void loadRowPanel()

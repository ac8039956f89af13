import { late } from '../../ui/late.tsx'

/** Creates and changes objects. */
export const ChangePanel = late(async () => (await import('./ChangePanel.tsx')).ChangePanel)

export const DropDialog = late(async () => (await import('./DropDialog.tsx')).DropDialog)

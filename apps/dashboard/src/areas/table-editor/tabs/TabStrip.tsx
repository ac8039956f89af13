import { late } from '../../../ui/late.tsx'

const TabBar = late(async () => (await import('./TabBar.tsx')).TabBar)

type Props = { projectRef: string; tableId: number | undefined }

/** The place of the open tables, above the current one; loaded after the page. */
export const TabStrip = (props: Props) => (
  <div className="h-9 flex-none overflow-hidden border-b border-line bg-surface">
    <TabBar {...props} />
  </div>
)

import { useState } from 'react'

import { themeNames } from '../../lib/browser/theme.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Link } from '../../lib/Link.tsx'
import { storage, type Theme, themes } from '../../lib/storage/storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'
import { useOpenObject } from '../../product/use-table-view.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Wordmark } from '../../ui/Mark.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TabBar } from '../../ui/TabBar.tsx'
import { BlockSamples } from './BlockSamples.tsx'
import { ChartSamples } from './ChartSamples.tsx'
import { ControlSamples } from './ControlSamples.tsx'
import { FeedbackSamples } from './FeedbackSamples.tsx'
import { FormSamples } from './FormSamples.tsx'
import { OverlaySamples } from './OverlaySamples.tsx'
import { ListSample, ObjectSample } from './PageSamples.tsx'
import { design } from './paths.ts'
import { TokenSamples } from './TokenSamples.tsx'

type Shown = 'all' | Theme

/** Every component in every state, and the pages that are made of them. */
export function DesignPage() {
  useDocumentTitle('Design')
  const [page] = useOpenObject('show')
  return (
    <main id="content" tabIndex={-1} className="h-full overflow-y-auto bg-canvas outline-none">
      {page === 'list' && <ListSample />}
      {page === 'object' && <ObjectSample />}
      {page === undefined && <Components />}
    </main>
  )
}

/** In one theme, or in all of them side by side. */
function Components() {
  const [theme, setTheme] = useSetting(storage.theme)
  const [shown, setShown] = useState<Shown>('all')
  const tabs = [
    { id: 'all', label: 'All themes' },
    ...themes.map((one) => ({ id: one, label: themeNames[one] })),
  ]
  const choose = (id: string) => {
    const one = themes.find((candidate) => candidate === id)
    setShown(one ?? 'all')
    if (one !== undefined) setTheme(one)
  }

  return (
    <div className="mx-auto flex max-w-[1600px] flex-col gap-6 p-6">
      <Wordmark />
      <PageHeader
        title="Design"
        description="All components in all states. Colors come from theme tokens only."
        actions={
          <>
            <Link href={design('list')} className={buttonClass()}>
              Page of a list
            </Link>
            <Link href={design('object')} className={buttonClass()}>
              Page of an object
            </Link>
          </>
        }
      />
      <TabBar
        label="Theme"
        tabs={tabs}
        chosen={shown === 'all' ? 'all' : theme}
        onChoose={choose}
      />
      {shown === 'all' ? (
        <div className="grid gap-6 wide:grid-cols-3 desktop:grid-cols-2">
          {(['dark', 'light', 'classic-dark'] as const).map((one) => (
            <section
              key={one}
              data-theme={one}
              aria-label={themeNames[one]}
              className="flex min-w-0 flex-col gap-8 rounded-card border border-line bg-canvas p-5 text-ink"
            >
              <h2 className="text-lg font-semibold">{themeNames[one]}</h2>
              <Samples />
            </section>
          ))}
        </div>
      ) : (
        <div className="flex max-w-[760px] flex-col gap-8">
          <Samples />
        </div>
      )}
    </div>
  )
}

function Samples() {
  return (
    <>
      <TokenSamples />
      <ControlSamples />
      <FormSamples />
      <FeedbackSamples />
      <OverlaySamples />
      <ChartSamples />
      <BlockSamples />
    </>
  )
}

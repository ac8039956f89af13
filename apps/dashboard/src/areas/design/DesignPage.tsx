import { useState } from 'react'

import { themeNames } from '../../lib/browser/theme.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { storage, type Theme, themes } from '../../lib/storage/storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'
import { Wordmark } from '../../ui/Mark.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ChartSamples } from './ChartSamples.tsx'
import { ControlSamples } from './ControlSamples.tsx'
import { FeedbackSamples } from './FeedbackSamples.tsx'
import { FormSamples } from './FormSamples.tsx'
import { OverlaySamples } from './OverlaySamples.tsx'
import { TokenSamples } from './TokenSamples.tsx'

type Shown = 'all' | Theme

/** Every component in every state, in one theme or all of them side by side. */
export function DesignPage() {
  useDocumentTitle('Design')
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
    <main id="content" tabIndex={-1} className="h-full overflow-y-auto bg-canvas outline-none">
      <div className="mx-auto flex max-w-[1600px] flex-col gap-6 p-6">
        <Wordmark />
        <PageHeader
          title="Design"
          description="All components in all states. Colors come from theme tokens only."
        />
        <Tabs
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
    </main>
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
    </>
  )
}

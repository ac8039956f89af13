import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import { type ReactNode, useState } from 'react'

import { Card, CardBody } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { TabBar } from '../../ui/TabBar.tsx'
import { ClientLibraries } from './ClientLibraries.tsx'
import { connectionForms } from './connection.ts'

type Props = {
  connection: NonNullable<ProjectDetail['connection']>
  isRunning: boolean
  /** Shown below the connection strings. */
  password: ReactNode
}

export function ConnectionCard({ connection, isRunning, password }: Props) {
  const forms = connectionForms(connection)
  const [chosen, setChosen] = useState('uri')
  const form = forms.find(({ id }) => id === chosen) ?? forms[0]

  return (
    <div id="connect" className="scroll-mt-6">
      <Card
        title="Connect"
        description={
          isRunning
            ? 'Connect your own tools here. The password is shown only when you set it; percent-encode special characters in a URI.'
            : 'Connect your own tools here once the database is running.'
        }
      >
        <CardBody>
          <TabBar
            label="Connection string type"
            tabs={forms}
            chosen={chosen}
            onChoose={setChosen}
          />
          <div className="flex items-start gap-2 rounded-control bg-sunken py-2 pr-2 pl-3">
            <pre
              // Scrolls sideways on a phone, so the keyboard must reach it.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is operable
              tabIndex={0}
              className="min-h-6 min-w-0 flex-1 overflow-x-auto py-0.5 font-mono text-xs leading-5"
            >
              {form?.text}
            </pre>
            <CopyButton isIcon text={form?.text ?? ''} label="Copy" />
          </div>
          {password}
          <ClientLibraries />
        </CardBody>
      </Card>
    </div>
  )
}
